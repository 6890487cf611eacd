/** Headers of HTML. No script, style or connection of another origin, and no page around this one. */

/**
 * @param playMoney the origin that gives play money, in demonstrations; `null` elsewhere, and then a page talks to its own
 *   server alone
 */
export const pageHeaders = (playMoney: string | null): Readonly<Record<string, string>> => ({
  'content-security-policy': [
    "default-src 'self'",
    ...(playMoney === null ? [] : [`connect-src 'self' ${playMoney}`]),
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; '),
  // `same-origin` would break wallets that sign in a window of their own.
  'cross-origin-opener-policy': 'same-origin-allow-popups',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'content-type': 'text/html; charset=utf-8',
})
