import { readEarlier } from '../carry.ts'
import { exampleBy } from '../prices/example-market.ts'
import { exampleDollars } from '../prices/price-example.ts'
import type { Subject } from '../subject.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { concludeOrderbook } from './conclude-orderbook.ts'
import type { OrderbookAnswer } from './orderbook-answer.ts'

/** An example answer for any subject: concluded over the example market, so that it can be counted again. */
export const orderbookExample = (subject: Subject): OrderbookAnswer =>
  exampleBy((context) =>
    concludeOrderbook(subject, {
      ...context,
      earlier: (from) =>
        readEarlier(from, {
          timestamp: EXAMPLE_AT,
          content: {},
          carry: {
            value: exampleDollars(subject.key.slice(0, -'-USD'.length)),
            observedAt: EXAMPLE_AT * 1000,
            sources: [],
            confidence: 1,
          },
        }),
    }),
  )
