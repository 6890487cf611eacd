import { integer, list, text } from '../../../canonical/token.ts'
import { boundSale } from '../../bound-sale.ts'
import { TARIFF } from '../../tariff.ts'
import { SurfaceAnswer } from './surface-body.ts'
import { recountedSurface } from './surface-recount.ts'
import { mainNumber } from '../../main-value.ts'

/** `v1|IVSURFACE|<pair>|<expiries>|<points>|<divergences>|<mispricings>|<sources>|SHA256:<content>|<timestamp>|<nonce>` */
export const SURFACE_SALE = boundSale(
  'IVSURFACE',
  {
    pair: text,
    expiry_count: integer,
    point_count: integer,
    divergence_alert_count: integer,
    mispricing_alert_count: integer,
    sources: list,
  },
  {
    answer: SurfaceAnswer,
    path: '/oracle/iv-surface/{base}/{quote}',
    catalogue: '/oracle/iv-surface/catalogue',
    price: TARIFF.ivSurface,
    sellableSeconds: 300,
    preview: {
      staleMinutes: 60,
      main: mainNumber('atm_iv_30d', '%'),
      fields: [
        'pair',
        'expiry_count',
        'point_count',
        'divergence_alert_count',
        'mispricing_alert_count',
        'atm_iv_30d',
        'exchange_count',
        'confidence',
        'degraded',
      ],
    },
    recompute: (_stated, body) => recountedSurface(body),
  },
)
