/** The ticket with which a seat goes into the account that logs in next, in this tab. A browser without storage keeps none. */
const place = "seat ticket";

export function keepTicket(ticket: string): boolean {
  try {
    sessionStorage.setItem(place, ticket);
    return true;
  } catch {
    return false;
  }
}

export function keptTicket(): string | null {
  try {
    return sessionStorage.getItem(place);
  } catch {
    return null;
  }
}

export function forgetTicket(): void {
  try {
    sessionStorage.removeItem(place);
  } catch {
    // Nothing was kept.
  }
}
