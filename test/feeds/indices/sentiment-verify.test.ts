import { expect, test } from 'bun:test'
import { sentimentExample } from '../../../src/feeds/indices/sentiment-example.ts'
import { COMPONENTS, disagrees, REGIME, VALUE, verifiesIndex, WEIGHTS } from '../../support/feeds/indices/verifying.ts'

const EXAMPLE = sentimentExample({ base: 'BTC', domain: 'BTCUSD' })

const { signed, isRight } = verifiesIndex({
  actor: 'index/sentiment/BTC-USD',
  example: EXAMPLE,
  canonical:
    'v1|SENTIMENT|BTCUSD|MSXI|-12.71|INDEX|FR:-0.00003168:0.3000,SKEW:-4.1342:0.2500,PCR:0.8754:0.2000,TS:0.9543:0.1500,BASIS:0.047958:0.1000|REGIME:NEUTRAL|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
  weights: '0.3000 0.2500 0.2000 0.1500 0.1000',
  fields: ['pair', 'value', 'unit', 'regime', 'confidence'],
  changes: [
    ['FR:-0.00003168', 'FR:0.00003168', [VALUE, COMPONENTS]],
    ['SKEW:-4.1342', 'SKEW:4.1342', [VALUE, COMPONENTS]],
    ['PCR:0.8754', 'PCR:1.8754', [VALUE, COMPONENTS]],
    ['TS:0.9543', 'TS:1.0543', [VALUE, COMPONENTS]],
    ['BASIS:0.047958', 'BASIS:0.057958', [VALUE, COMPONENTS]],
    ['SKEW:-4.1342:0.2500', 'SKEW:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['FR:-0.00003168:0.3000', 'FR:-0.00003168:0.3100', [WEIGHTS, COMPONENTS]],
    ['REGIME:NEUTRAL', 'REGIME:BULLISH', [disagrees('regime'), REGIME]],
    ['|BTCUSD|', '|ETHUSD|', [disagrees('pair')]],
  ],
})

test('a tenor that is changed breaks the hash of the body', () => {
  const { components } = EXAMPLE
  expect(isRight(signed)).toBe(true)
  expect(isRight({ ...signed, components: { ...components, skew: { ...components.skew, tenor_days: 7 } } })).toBe(false)
})
