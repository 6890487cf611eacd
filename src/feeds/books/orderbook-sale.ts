import { measure, orUnknown } from '../../canonical/measure.ts'
import { list, oneOf, text } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { DEPTH_STATES } from '../math/depth-collapse.ts'
import { TARIFF } from '../tariff.ts'
import { BOOK_PLACES, OrderbookAnswer } from './orderbook-answer.ts'
import { recountedBook } from './recount-orderbook.ts'
import { ORDERBOOK } from './orderbook-carry.ts'
import { mainNumber } from '../main-value.ts'

/** `v1|ORDERBOOK|<pair>|<mid>|<spread>|<imbalance>|<ratio>|<state or NA>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const ORDERBOOK_SALE = boundSale(
  'ORDERBOOK',
  {
    pair: text,
    mid: measure(BOOK_PLACES.mid),
    spread_bps: measure(BOOK_PLACES.bps),
    imbalance_10bps: orUnknown(measure(BOOK_PLACES.imbalance)),
    depth_ratio_25bps: orUnknown(measure(BOOK_PLACES.ratio)),
    state: orUnknown(oneOf(...DEPTH_STATES)),
    sources: list,
  },
  {
    answer: OrderbookAnswer,
    path: '/oracle/orderbook/{base}/{quote}',
    catalogue: '/oracle/orderbook/catalogue',
    price: TARIFF.orderbook,
    sellableSeconds: ORDERBOOK.sellableSeconds,
    preview: {
      staleMinutes: 60,
      main: mainNumber('mid', 'USD'),
      note: 'Unsigned, delayed copy for integration testing. The paid path gives the signed answer with every venue.',
      fields: [
        'pair',
        'mid',
        'spread_bps',
        'imbalance_10bps',
        'depth_ratio',
        'collapsed',
        'exchange_count',
        'confidence',
        'degraded',
      ],
    },
    apart: ({ depth_ratio, depth_collapse }) => ({ depth_ratio_25bps: depth_ratio, state: depth_collapse.state }),
    recompute: recountedBook,
  },
)
