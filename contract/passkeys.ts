import { z } from "zod";
import { defineCalls } from "./endpoint.ts";
import { Email, Id, Timestamp, name } from "./fields.ts";
import { OldPassword, User } from "./people.ts";

export const maxPasskeys = 20;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

export const PasskeyName = z.object({ name: name(60, "Please enter a name") });

const noPasskey = "This is not what a passkey answers";

/** Bytes in base64url, without padding. */
const bytes = (maxCharacters: number) =>
  z
    .string(noPasskey)
    .max(maxCharacters, noPasskey)
    .regex(/^[\w-]+$/, noPasskey);
const CredentialId = bytes(1400);

const credential = { id: CredentialId, rawId: CredentialId, type: z.literal("public-key") };
const Transports = z
  .array(
    z
      .string()
      .max(20)
      .regex(/^[a-z-]+$/),
  )
  .max(10);
const CredentialDescriptor = z.object({
  id: z.string(),
  type: z.literal("public-key"),
  transports: z.array(z.string()),
});

/** The result of `navigator.credentials.create()`, as JSON. */
export const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(20_000),
    attestationObject: bytes(20_000),
    transports: Transports.optional(),
  }),
});

/** The result of `navigator.credentials.get()`, as JSON. */
export const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: bytes(20_000),
    authenticatorData: bytes(20_000),
    signature: bytes(20_000),
    userHandle: bytes(100).optional(),
  }),
});

const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  timeout: z.int(),
  excludeCredentials: z.array(CredentialDescriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
});

/** Passkeys (WebAuthn): keys that a device keeps and unlocks by fingerprint, face or PIN. */
export const passkeys = defineCalls(() => ({
  "GET /api/passkeys": { summary: "My passkeys, the newest first", reply: z.array(Passkey) },
  "POST /api/passkeys/options": {
    summary: "Options for making a passkey on my device; ten minutes after logging in it needs my password",
    body: z.object({ password: OldPassword.optional() }),
    reply: CreationOptions,
    status: 200,
  },
  "POST /api/passkeys": {
    summary: "Add the passkey that my device made",
    body: z.object({ credential: NewCredential }),
    reply: Passkey,
    status: 201,
  },
  "PATCH /api/passkeys/:id": {
    summary: "Name one of my passkeys",
    body: PasskeyName,
    reply: Passkey,
  },
  "DELETE /api/passkeys/:id": {
    summary: "Remove one of my passkeys, unless nothing else opens my account",
    reply: null,
  },
  "POST /api/passkeys/seat/options": {
    summary: "Options for making the passkey by which I keep my seat",
    access: "seat",
    body: z.object({ email: Email }),
    reply: CreationOptions,
    status: 200,
  },
  "POST /api/passkeys/seat": {
    summary: "Keep my seat with the passkey that my device made: from now on it is an account, with all that it has",
    access: "seat",
    body: z.object({ email: Email, credential: NewCredential }),
    reply: User,
    status: 201,
  },
  "POST /api/passkeys/sign-in/options": {
    summary: "Options for signing in with a passkey of the device",
    access: "visitor",
    body: z.object({}),
    reply: z.object({
      rpId: z.string(),
      challenge: z.string(),
      timeout: z.int(),
      userVerification: z.literal("required"),
    }),
    status: 200,
    worksReadOnly: true,
  },
  "POST /api/passkeys/sign-in": {
    summary: "Sign in with a passkey",
    access: "visitor",
    body: z.object({ credential: UsedCredential }),
    reply: User,
    status: 200,
    worksReadOnly: true,
  },
  "POST /api/passkeys/proof": {
    summary:
      "Prove by a passkey of mine, for the options of a sign-in, that it is me; for ten minutes this session may open the admin page",
    body: z.object({ credential: UsedCredential }),
    reply: null,
    worksReadOnly: true,
  },
}));

/** The refusals of passkeys. */
export const refusalsOfPasskeys = {
  passkey_unchecked: "This passkey could not be checked. Please try again.",
  passkey_known: "This passkey is registered already.",
  passkey_unknown: "This passkey is not known here. It may have been removed. Please log in another way.",
  passkey_removed: "This passkey was removed just now. Please log in another way.",
  passkey_copied: "This passkey was refused because it looks copied. Please log in another way and replace it.",
  passkey_only_way_in: "This passkey is your only way in. Please set a password first.",
  passkeys_full: "You have {max} passkeys already. Please remove one that you no longer use.",
  passkey_too_late: "This took too long, or was begun elsewhere. Please try again.",
} as const;
