/** What this browser knows of its own place among the devices of a person. */
export interface KeptDevice {
  readonly person: string;
  /** Its id at the server. */
  readonly id: string;
  /** The address at the push service that the server has. */
  readonly endpoint: string;
  /** When the server added it. */
  readonly addedAt: string;
}

const place = "push-device";

/** For whom pushes are switched on in this browser, as the person chose here. */
export function keptDevice(): KeptDevice | undefined {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? "null") as KeptDevice | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Notes that pushes are switched on in this browser, or off. */
export function keepDevice(device: KeptDevice | undefined): void {
  try {
    if (device) localStorage.setItem(place, JSON.stringify(device));
    else localStorage.removeItem(place);
  } catch {}
}
