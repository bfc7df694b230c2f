import type { Page } from "@playwright/test";

/** Gives a browser a virtual authenticator that confirms each request at once. */
export async function giveDevice(page: Page) {
  const line = await page.context().newCDPSession(page);
  await line.send("WebAuthn.enable");
  const { authenticatorId } = await line.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      ctap2Version: "ctap2_1",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    /** Sets whether user verification succeeds. */
    knowsOwner: (isUserVerified: boolean) => line.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified }),
  };
}
