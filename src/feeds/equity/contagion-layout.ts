import { oneOf } from '../../canonical/token.ts'
import { linearLayout } from '../indices/linear-layout.ts'
import { CONTAGION_BANDS, CONTAGION_INDEX } from './contagion.ts'

/** `v1|CONTAGION|MARKET|MSTI|41.11|INDEX|CORR:0.4100:0.3000,EQV:…,DXY:…,BETA:…|REGIME:COUPLED|…` */
export const CONTAGION_LAYOUT = linearLayout(
  'CONTAGION',
  { scope: oneOf('MARKET') },
  'MSTI',
  CONTAGION_INDEX,
  CONTAGION_BANDS,
)
