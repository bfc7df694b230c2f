/** The worker of this site; undefined where there is none. */
const findWorker = async () => navigator.serviceWorker?.getRegistration();

/** The subscription of this browser to pushes; null if it has none. */
export const findSubscription = async (): Promise<PushSubscription | null> =>
  (await (await findWorker())?.pushManager?.getSubscription()) ?? null;

/** Ends the subscription of this browser, also without a connection. Returns its address, or undefined if there was none. */
export async function unsubscribe(): Promise<string | undefined> {
  const subscription = await findSubscription();
  await subscription?.unsubscribe();
  return subscription?.endpoint;
}

/** Takes away the notifications that this device shows. */
export async function closeNotifications(): Promise<void> {
  const shown = await (await findWorker())?.getNotifications();
  for (const notification of shown ?? []) notification.close();
}
