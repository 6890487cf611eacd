import { bullionClosedSince } from '../calendar.ts'
import { type Dialect, failed, ok } from '../dialect.ts'

/** gold-api.com: one JSON number per metal. `updatedAt` does not change while the bullion market is closed. */
const NAMES: Readonly<Record<string, string>> = {
  XAU: 'Gold',
  XAG: 'Silver',
  HG: 'Copper',
  BTC: 'Bitcoin',
  ETH: 'Ethereum',
}
const METALS = ['XAU', 'XAG', 'HG']

export const goldApi: Dialect = {
  provider: 'goldapi',
  hosts: ['api.gold-api.com'],
  serves: 'price of XAU, XAG, HG, BTC, ETH',
  answer({ path }, view) {
    const symbol = /^\/price\/([A-Z]+)$/.exec(path)?.[1] ?? ''
    const name = NAMES[symbol]
    if (name === undefined) return failed(404, { error: 'Symbol not found' })
    const closedSince = METALS.includes(symbol) ? bullionClosedSince(view.now) : null
    const updatedAt = new Date(closedSince ?? view.now).toISOString()
    return ok({
      currency: 'USD',
      currencySymbol: '$',
      exchangeRate: 1,
      name,
      price: Number(((symbol === 'HG' ? view.level('copper') : view.dollars(symbol)) * view.lie).toFixed(6)),
      symbol,
      updatedAt: `${updatedAt.slice(0, 19)}Z`,
      updatedAtReadable: closedSince === null ? 'a few seconds ago' : 'at the last close',
    })
  },
}
