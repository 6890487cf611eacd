import { oneOf } from '../../canonical/token.ts'
import { linearLayout } from '../indices/linear-layout.ts'
import { EQUITY_BANDS } from './equity-bands.ts'
import { NQ_VOLATILITY_INDEX } from './nq-volatility.ts'

/** `v1|VOLATILITY|NQUSD|MNVI|29.78|INDEX|RV:21.5000:0.2500,TS:…,BETA:…,VVIX:…,MOM:…|REGIME:MODERATE|…` */
export const NQ_VOLATILITY_LAYOUT = linearLayout(
  'VOLATILITY',
  { pair: oneOf('NQUSD') },
  'MNVI',
  NQ_VOLATILITY_INDEX,
  EQUITY_BANDS,
)
