import { expect, test } from 'bun:test'
import { volatilityExample } from '../../../src/feeds/indices/volatility-example.ts'
import { COMPONENTS, disagrees, VALUE, verifiesIndex, WEIGHTS } from '../../support/feeds/indices/verifying.ts'

const CANONICAL =
  'v1|VOLATILITY|BTCUSD|MSVI|21.08|index|30D|RV:44.2600:0.3000,IV:42.6300:0.2500,TS:0.9513:0.1500,FR:0.00003100:0.2000,PCR:0.7636:0.1000|CONFIDENCE:0.98|METHOD:v1|1795000002|482910'

const { failed } = verifiesIndex({
  actor: 'index/volatility/BTC-USD',
  example: volatilityExample({ base: 'BTC', domain: 'BTCUSD' }),
  canonical: CANONICAL,
  weights: '0.3000 0.2500 0.1500 0.2000 0.1000',
  fields: ['pair', 'value', 'unit', 'confidence'],
  changes: [
    ['RV:44.2600', 'RV:45.2600', [VALUE, COMPONENTS]],
    ['FR:0.00003100', 'FR:0.00103100', [VALUE, COMPONENTS]],
    ['PCR:0.7636:0.1000', 'PCR:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['RV:44.2600:0.3000', 'RV:44.2600:0.3100', [WEIGHTS, COMPONENTS]],
    ['|index|', '|pct_annualized|', [disagrees('unit'), VALUE]],
    ['|BTCUSD|', '|ETHUSD|', [disagrees('pair'), VALUE]],
    ['|BTCUSD|', '|SOLUSD|', [disagrees('pair'), VALUE, WEIGHTS]],
  ],
})

test('funding that the other side pays comes to the same value', () => {
  expect(failed(CANONICAL.replace('FR:0.00003100', 'FR:-0.00003100'))).toEqual([COMPONENTS])
})
