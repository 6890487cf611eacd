/** Kraken's dated futures, keyless. https://docs.kraken.com/api/docs/futures-api/trading/get-instruments */
import { PERPETUAL_ASSETS, type PerpetualAsset } from '../perpetual.ts'
import { krakenFuturesReply, krakenFuturesSource as source } from '../exchanges/kraken-futures-source.ts'
import { decimal, field, flag, items, millisFromIso, price, text } from '../shape.ts'
import { type DatedKind, type DatedVenue, named, prices } from './dated.ts'

const KINDS: Readonly<Record<string, DatedKind>> = { FI: 'inverse', FF: 'linear' }

/** `FI_XBTUSD_261225` is inverse, `FF_XBTUSD_261225` linear. Replies of 2021 have small letters. Bitcoin is XBT here. */
const contractOf = (
  name: string,
): { readonly symbol: string; readonly asset: PerpetualAsset; readonly kind: DatedKind } | null => {
  const symbol = name.toUpperCase()
  const [, prefix = '', code] = /^(FI|FF)_([A-Z]+)USD_\d{6}$/.exec(symbol) ?? []
  const asset = PERPETUAL_ASSETS.find((each) => each === (code === 'XBT' ? 'BTC' : code))
  const kind = KINDS[prefix]
  return asset && kind ? { symbol, asset, kind } : null
}

export const krakenDated: DatedVenue = {
  name: 'kraken',
  source,
  assets: PERPETUAL_ASSETS,
  /** Trading ends at 16:00 in London, which is an hour earlier in UTC in summer. */
  lists: [
    {
      provider: source,
      path: '/derivatives/api/v3/instruments',
      read: (body) =>
        named(
          items(field(krakenFuturesReply(body), 'instruments')).map((row) => {
            const found = contractOf(text(field(row, 'symbol')))
            if (!found || !flag(field(row, 'tradeable'))) return null
            const { symbol, ...terms } = found
            return [symbol, { ...terms, expiresAt: millisFromIso(field(row, 'lastTradingTime')) }]
          }),
        ),
    },
  ],
  /** Inverse contracts are of one dollar, linear ones are counted in coins. */
  tickers: [
    {
      provider: source,
      path: '/derivatives/api/v3/tickers',
      read: (body) => {
        const found = krakenFuturesReply(body)
        const at = millisFromIso(field(found, 'serverTime'))
        return named(
          items(field(found, 'tickers')).map((row) => {
            const contract = contractOf(text(field(row, 'symbol')))
            if (!contract || flag(field(row, 'suspended'))) return null
            return [
              contract.symbol,
              {
                ...prices({ mark: price(field(row, 'markPrice')), index: price(field(row, 'indexPrice')) }),
                openInterest: {
                  amount: decimal(field(row, 'openInterest')),
                  unit: contract.kind === 'inverse' ? ('usd' as const) : ('coins' as const),
                },
                at,
              },
            ]
          }),
        )
      },
    },
  ],
}
