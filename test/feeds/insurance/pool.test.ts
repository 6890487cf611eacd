import { expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { BadConfig, readConfig, ServerConfig, WorkerConfig } from '../../../src/config.ts'
import {
  capitalStated,
  PoolAnswer,
  poolAnswer,
  poolState,
  poolStatement,
  UNFUNDED,
} from '../../../src/feeds/insurance/pool.ts'

const AT = 1_795_003_300

test('without settings nothing stands behind quotes, and no number is invented', () => {
  const pool = poolAnswer(readConfig(ServerConfig, {}), AT)
  expect(pool).toEqual({
    currency: 'USDC',
    capital: '0.00',
    open_maximum_payouts: '0.00',
    available: '0.00',
    utilization: null,
    premiums_12m: '0.00',
    payouts_12m: '0.00',
    loss_ratio: null,
    status: 'unfunded',
    statement: 'No capital stands behind these quotes. They are indications, not offers.',
    updated_at: AT,
  })
  expect([...Value.Errors(PoolAnswer, pool)]).toEqual([])
  expect(poolState(readConfig(WorkerConfig, {}))).toEqual(poolState(UNFUNDED))
})

test('amounts are kept to the cent, however large', () => {
  const stated = { ...UNFUNDED, INSURANCE_POOL_CAPITAL: '900719925474099.31', INSURANCE_POOL_OPEN_PAYOUTS: '0.1' }
  expect(poolState(stated)).toEqual({ capital: 90_071_992_547_409_931n, open: 10n })
  expect(poolAnswer(stated, AT)).toMatchObject({ capital: '900719925474099.31', available: '900719925474099.21' })
  expect(poolStatement(poolState(stated))).toContain('900719925474099.31 USDC')
})

test('a statement names its capital, and only as it is stated', () => {
  for (const capital of [0n, 1n, 90_071_992_547_409_931n])
    expect(capitalStated(poolStatement({ capital }))).toBe(capital)
  const stated = poolStatement({ capital: 123_45n })
  for (const other of [
    '',
    '5.00 USDC',
    `${stated} `,
    stated.replace('123.45', '0.00'),
    stated.replace('123.45', '0123.45'),
  ])
    expect(capitalStated(other)).toBeNull()
})

test('what is open lowers what is available, and never below nothing', () => {
  const pool = (open: string) =>
    poolAnswer({ ...UNFUNDED, INSURANCE_POOL_CAPITAL: '1000', INSURANCE_POOL_OPEN_PAYOUTS: open }, AT)
  expect(pool('250.5')).toMatchObject({ available: '749.50', utilization: 0.2505, status: 'open' })
  expect(pool('1000')).toMatchObject({ available: '0.00', utilization: 1, status: 'exhausted' })
  expect(pool('1500')).toMatchObject({ available: '0.00', utilization: 1.5, status: 'exhausted' })
})

test('losses are payouts over premiums', () => {
  const stated = { ...UNFUNDED, INSURANCE_POOL_PREMIUMS_12M: '300', INSURANCE_POOL_PAYOUTS_12M: '100' }
  expect(poolAnswer(stated, AT)).toMatchObject({ premiums_12m: '300.00', payouts_12m: '100.00', loss_ratio: 0.3333 })
})

test.each(['-1', '1e6', '1.234', '01', '1,000', 'much', '.5'])('a capital of %s is refused at start', (capital) => {
  for (const config of [ServerConfig, WorkerConfig])
    expect(() => readConfig(config, { INSURANCE_POOL_CAPITAL: capital })).toThrow(BadConfig)
})
