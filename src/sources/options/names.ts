import { UnreadableReply } from '../query.ts'

/** The terms of an option, from its name. */
export interface OptionName {
  readonly expiry: number
  readonly strike: string
  readonly kind: 'call' | 'put'
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
const HOUR_OF_EXPIRY = 8

const expiryAt = (year: string, month: number, day: string): number | null => {
  const at = Date.UTC(2000 + Number(year), month - 1, Number(day), HOUR_OF_EXPIRY)
  // `Date.UTC` counts a day that the month does not have into the next month.
  return new Date(at).getUTCDate() === Number(day) && new Date(at).getUTCMonth() === month - 1 ? at : null
}

const kindOf = (letter: string): OptionName['kind'] => (letter === 'C' ? 'call' : 'put')

const named = (name: string, expiry: number | null, strike: string, letter: string): OptionName => {
  if (expiry === null) throw new UnreadableReply(`${name} has no expiry`)
  return { expiry, strike, kind: kindOf(letter) }
}

/**
 * `BTC-4SEP26-62000-P`, at Bybit also `BTC-27MAR26-70000-P-USDT`, at Deribit also `XRP_USDC-26JUN26-1d02-C` with a `d`
 * for the point; `null` for other families and other names.
 */
export const worded = (name: string, family: string): OptionName | null => {
  const found = /^([A-Z]+(?:_[A-Z]+)?)-(\d{1,2})([A-Z]{3})(\d\d)-(\d+(?:[.d]\d+)?)-([CP])(?:-[A-Z]+)?$/.exec(name)
  if (!found || found[1] !== family) return null
  const [, , day = '', month = '', year = '', strike = '', letter = ''] = found
  return named(name, expiryAt(year, MONTHS.indexOf(month) + 1, day), strike.replace('d', '.'), letter)
}

/** `BTC-USD-261225-90000-C`, at Binance `BTC-261225-90000-C`; `null` for other families and other names. */
export const numbered = (name: string, family: string): OptionName | null => {
  const found = /^([A-Z]+(?:-[A-Z]+)?)-(\d\d)(\d\d)(\d\d)-(\d+(?:\.\d+)?)-([CP])$/.exec(name)
  if (!found || found[1] !== family) return null
  const [, , year = '', month = '', day = '', strike = '', letter = ''] = found
  return named(name, expiryAt(year, Number(month), day), strike, letter)
}
