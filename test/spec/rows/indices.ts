import { catalogue, free, sold, type Specified } from '../specified.ts'

const INDEX = 'value unit confidence degraded methodVersion computedAt'
const PREVIEW = 'value cache_max_age_minutes'

const component = (name: string): string =>
  `components.${name}.value components.${name}.weight components.${name}.confidence`

/** A component in a canonical string: `RV:44.26:0.3000`. */
const part = (name: string): string => `${name}:-?[\\d.]+:[\\d.]+`

const END = 'CONFIDENCE:[\\d.]+\\|METHOD:v\\d\\|\\d+\\|\\d{6}$'

export const INDICES: readonly Specified[] = [
  ...sold({
    usd: '0.05',
    sats: 500,
    paths: '/oracle/volatility/btc/usd /oracle/volatility/eth/usd',
    fields: `${INDEX} pair spotPrice normalized ${['rv', 'iv', 'ts', 'fr', 'pcr'].map(component).join(' ')}`,
    preview: PREVIEW,
    canonical: new RegExp(
      `^v1\\|VOLATILITY\\|[A-Z]{6}\\|[A-Z]+\\|[\\d.]+\\|(index|pct_annualized)\\|30D\\|` +
        `${['RV', 'IV', 'TS', 'FR', 'PCR'].map(part).join(',')}\\|${END}`,
    ),
  }),
  free('/oracle/volatility/btc/usd/methodology', 'methodVersion canonical signature pubkey'),
  free('/oracle/volatility/eth/usd/methodology', 'methodVersion canonical signature pubkey'),
  ...sold({
    usd: '0.05',
    sats: 500,
    paths: '/oracle/sentiment/btc/usd /oracle/sentiment/eth/usd',
    fields: `${INDEX} pair regime ${['fr', 'skew', 'pcr', 'ts', 'basis'].map(component).join(' ')}`,
    preview: PREVIEW,
    canonical: new RegExp(
      `^v[12]\\|SENTIMENT\\|[A-Z]{6}\\|[A-Z]+\\|-?[\\d.]+\\|INDEX\\|${part('FR')},${part('SKEW')}(:T[\\d.]+)?,` +
        `${['PCR', 'TS', 'BASIS'].map(part).join(',')}\\|` +
        `REGIME:(EXTREMEBULLISH|BULLISH|NEUTRAL|BEARISH|EXTREMEBEARISH)\\|${END}`,
    ),
  }),
  ...sold({
    usd: '0.05',
    sats: 500,
    paths: '/oracle/stress/market',
    fields: `${INDEX} scope regime ${['vol', 'stbl', 'fr', 'disp'].map(component).join(' ')}`,
    preview: PREVIEW,
    canonical: new RegExp(
      `^v1\\|STRESS\\|MARKET\\|[A-Z]+\\|[\\d.]+\\|INDEX\\|${['VOL', 'STBL', 'FR', 'DISP'].map(part).join(',')}\\|` +
        `REGIME:(CALM|ELEVATED|HIGH|EXTREME)\\|${END}`,
    ),
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/volatility/nq/usd',
    fields: `${INDEX} ${['rv', 'ts', 'beta', 'vvix', 'mom'].map(component).join(' ')}`,
    preview: PREVIEW,
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/stress/equity',
    fields: `${INDEX} regime ${['vix', 'ivrv', 'vvix', 'credit', 'dxy'].map(component).join(' ')}`,
    preview: PREVIEW,
  }),
  ...sold({
    usd: '0.05',
    paths: '/oracle/contagion/market',
    fields: `${INDEX} scope regime ${['corr', 'eqv', 'dxy', 'beta'].map(component).join(' ')}`,
    preview: PREVIEW,
    catalogue: '/oracle/contagion/catalogue',
  }),
  catalogue('/oracle/contagion/catalogue'),
]
