import { oneOf } from '../../canonical/token.ts'
import { linearLayout } from '../indices/linear-layout.ts'
import { EQUITY_BANDS } from './equity-bands.ts'
import { EQUITY_STRESS_INDEX } from './equity-stress.ts'

/** `v1|STRESS|EQUITY|MESI|27.10|INDEX|VIX:19.80:0.3000,IVRV:…,VVIX:…,CREDIT:…,DXY:…|REGIME:MODERATE|…` */
export const EQUITY_STRESS_LAYOUT = linearLayout(
  'STRESS',
  { scope: oneOf('EQUITY') },
  'MESI',
  EQUITY_STRESS_INDEX,
  EQUITY_BANDS,
)
