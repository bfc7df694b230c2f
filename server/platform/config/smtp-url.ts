/** A mail server and how to connect to it. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `implicit`: TLS from the first byte. `starttls`: required before anything else is sent. `off`: no encryption. */
  readonly tls: "implicit" | "starttls" | "off";
  readonly login: { readonly user: string; readonly pass: string } | undefined;
}

/**
 * Reads `smtp://user:password@host:587` and `smtps://…`, with name and password percent-encoded. STARTTLS is required, except on this
 * machine; `?tls=on` and `?tls=off` override that. Undefined if the address is invalid.
 */
export function readSmtpUrl(text: string): SmtpServer | undefined {
  const url = URL.parse(text);
  if (!url || !/^smtps?:$/.test(url.protocol) || url.hostname === "" || !/^\/?$/.test(url.pathname) || url.hash !== "")
    return undefined;
  const options = [...url.searchParams];
  const wish = options[0]?.[1];
  if (options.length > 1 || options.some(([name, value]) => name !== "tls" || !/^(on|off)$/.test(value)))
    return undefined;
  const isImplicit = url.protocol === "smtps:";
  if (isImplicit && wish === "off") return undefined;
  if ((url.username === "") !== (url.password === "")) return undefined;
  const host = url.hostname.replaceAll(/^\[|\]$/g, "");
  try {
    return {
      host,
      port: url.port === "" ? (isImplicit ? 465 : isLoopback(host) ? 25 : 587) : Number(url.port),
      tls: isImplicit ? "implicit" : (wish ?? (isLoopback(host) ? "off" : "on")) === "on" ? "starttls" : "off",
      login:
        url.username === ""
          ? undefined
          : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    };
  } catch {
    // A percent sign without two hexadecimal digits.
    return undefined;
  }
}

const isLoopback = (host: string) => host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
