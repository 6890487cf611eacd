import { OPTION_BOARDS } from '../boards/option-boards.ts'
import { actorId, defineFeed } from '../feed.ts'
import { SPOT } from '../prices/price-carry.ts'
import type { Subject } from '../subject.ts'
import { concludeExpiry, EXPIRIES } from './expiry/conclude-expiry.ts'
import { EXPIRY_SALE, ExpiryAnswer } from './expiry/expiry-answer.ts'
import { expiryExample } from './expiry/expiry-example.ts'
import { EXPIRY } from './expiry/expiry-published.ts'
import { NEAR_HOURS, RULE } from './expiry/expiry-times.ts'
import { MAIN_CHAIN_RULES } from './chains/main-chain.ts'

const COINS: readonly Subject[] = ['BTC', 'ETH'].map((coin) => ({
  key: coin,
  domain: coin,
  name: coin,
  path: { currency: coin.toLowerCase() },
}))

const pairKey = ({ key }: Subject): string => `${key}-USD`

export const expiry = defineFeed({
  id: EXPIRY.id,
  published: EXPIRY.published,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Option expiries ahead: weekly, monthly and quarterly Fridays with their open interest',
  noun: 'option expiries',
  subjects: COINS,
  answer: ExpiryAnswer,
  exampleOf: ({ domain }) => expiryExample(domain),
  methodology: {
    ...MAIN_CHAIN_RULES,
    expiries: `the next ${EXPIRIES} listed expiries on a Friday at 08:00 UTC, strictly after the tick; daily expiries are left out`,
    rule: `while no venue tells, the next ${EXPIRIES} Fridays: source "${RULE}", without open interest, degraded`,
    type: 'by date alone: quarterly on the last Friday of March, June, September and December, monthly on that of another month, else weekly',
    openInterest: 'coins of all options of the expiry; in dollars at its forward',
    near: `within_24h: at most ${NEAR_HOURS} hours away`,
  },

  everySeconds: 300,
  boards: () => OPTION_BOARDS,
  after: (subject) => [actorId(SPOT, { key: pairKey(subject) })],
  conclude: (subject, context) => concludeExpiry(subject.key, pairKey(subject), context),

  sale: EXPIRY_SALE,
})
