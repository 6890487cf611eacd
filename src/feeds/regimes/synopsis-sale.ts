import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { UNSIGNED_COPY } from '../feed.ts'
import { TARIFF } from '../tariff.ts'
import { recountSynopsis } from './recount-synopsis.ts'
import { SynopsisAnswer } from './synopsis-answer.ts'
import { SYNOPSIS_PLACES } from './synopsis-evaluated.ts'

/** One field of a part; `null` where the part is absent. */
const fieldOf = ({ snapshot }: SynopsisAnswer, name: string, field: string): Json =>
  (snapshot[name] as Readonly<Record<string, Json>> | null | undefined)?.[field] ?? null

/** `v1|SYNOPSIS|MARKET|<present>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
const SOLD = boundSale(
  'SYNOPSIS',
  { scope: oneOf('MARKET'), present: integer, confidence: measure(SYNOPSIS_PLACES) },
  {
    answer: SynopsisAnswer,
    path: '/oracle/synopsis/market',
    catalogue: '/oracle/synopsis/market/catalogue',
    price: TARIFF.synopsis,
    sellableSeconds: 180,
    preview: null,
    recompute: recountSynopsis,
  },
)

export const SYNOPSIS_SALE: typeof SOLD = {
  ...SOLD,
  preview: {
    staleMinutes: 1_440,
    note: UNSIGNED_COPY,
    fields: (content) => ({
      regimes: {
        mssi: fieldOf(content, 'mssi', 'regime'),
        msti: fieldOf(content, 'msti', 'regime'),
        msxi_btc: fieldOf(content, 'msxi_btc', 'regime'),
      },
      spot_btc: fieldOf(content, 'spot_btc', 'price'),
    }),
  },
}
