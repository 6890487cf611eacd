import { expect, test } from 'bun:test'
import { compareEvent } from '../../../src/actors/dlc/drill-event.ts'
import { sweepOracle } from '../../../src/actors/dlc/sweep-oracle.ts'
import { names } from '../../../src/store/redis/names.ts'
import { UnreadableRecord } from '../../../src/store/redis/stored.ts'
import { freshRedis } from '../../support/redis.ts'
import { deskPerTest } from '../../support/actors/dlc/desk-per-test.ts'
import { NOW } from '../../support/actors/dlc/oracle-parts.ts'

/** One event in Redis that is not what it should be keeps no other from being signed: not now, and not after a start. */

const stack = await freshRedis()
const { open, stop } = deskPerTest(stack.store)
const stateOf = async (id: string) => (await stack.store.events.read(id))?.state

/** Fields of B as they lie in Redis after its decision. */
const FIELDS: readonly (readonly [string, string])[] = [
  ['outcome', 'null'],
  ['outcome', '[1]'],
  ['outcome', '[null]'],
  ['outcome', '{}'],
  ['outcome', '7'],
  ['outcome', '[]'],
  ['outcome', '["maybe"]'],
  ['outcome', '["yes","no"]'],
  ['outcome', '['],
  ['evidence', '{'],
  ['evidence', '{"pair":"BTCUSD","sequence":1.5,"at":1}'],
  ['evidence', '{"pair":"BTCUSD","sequence":-1,"at":1}'],
  ['evidence', '{"pair":"BTCUSD","sequence":1e300,"at":1}'],
  ['decidedAt', 'x'],
  ['conclusions', '['],
  ['maturity', 'x'],
  ['terms', 'null'],
  ['hidden', '{'],
  ['hidden', 'null'],
  ['payment', ''],
  ['salt', 'zz'],
  ['announcement', 'zz'],
  ['announcement', 'fdd8'],
  ['id', ''],
]

const spoil = async (field: string, text: string): Promise<void> => {
  const key = names.dlc.event('B')
  if (field === 'conclusions') await stack.redis.hset(key, 'evidenceHash', 'ab'.repeat(32))
  await stack.redis.hset(key, field, text)
}

test.each(FIELDS)('%s: %s', async (field, text) => {
  const first = await open()
  await first.announce('A', 'B', 'C')
  for (const id of ['A', 'B', 'C']) await first.decide(id, 'yes')
  await spoil(field, text)
  await sweepOracle(first.oracle)
  await sweepOracle(first.oracle)
  expect(await Promise.all(['A', 'C'].map(stateOf))).toEqual(['attested', 'attested'])
  if (field === 'outcome') expect(first.oracle.journal.isDecided('B')).toBe(false)

  stop()
  const again = await open()
  await again.announce('D')
  await again.decide('D', 'yes')
  await sweepOracle(again.oracle)
  expect(await stateOf('D')).toBe('attested')
})

test.each(FIELDS.filter(([field]) => field === 'outcome').slice(0, -1))(
  'a journal that an earlier release wrote %s: %s into is opened, and the check says so',
  async (_field, text) => {
    const first = await open()
    await first.announce('A', 'B')
    const outcome = JSON.parse(text) as readonly string[]
    first.oracle.journal.append({ type: 'decided', id: 'B', at: NOW, outcome, reason: 'resolver', evidence: null })
    const lines = first.oracle.journal.find('B')
    const guard = { find: () => null, page: () => [], count: () => 0, events: () => [] }
    const { findings } = compareEvent('B', lines, await stack.store.events.read('B'), guard)
    expect(findings.map(({ kind }) => kind)).toContain('incomplete')

    stop()
    const again = await open()
    await again.decide('A', 'yes')
    await sweepOracle(again.oracle)
    expect(await stateOf('A')).toBe('attested')
  },
)

test.each(['lapsedCancellations', 'lapsedOffers'] as const)(
  'a payment that cannot be read (%s) keeps nothing from being signed, nor the next from being looked at',
  async (list) => {
    const { events } = stack.store
    const ids = ['X', 'Y']
    const lapsed = list === 'lapsedOffers' ? ids : ids.map((id) => ({ id, payment: `l402:${id}` }))
    const asked: string[] = []
    const receipt = async (payment: string): Promise<null> => {
      asked.push(payment)
      if (payment.endsWith('X')) throw new UnreadableRecord('claim', 'it is not JSON')
      return null
    }
    const deps = await open(undefined, () => ({
      claims: { receipt },
      events: { ...events, [list]: async () => lapsed },
    }))
    await deps.announce('A', ...ids)
    await deps.decide('A', 'yes')
    await sweepOracle(deps.oracle)
    await sweepOracle(deps.oracle)
    expect(await stateOf('A')).toBe('attested')
    expect(asked).toEqual(['l402:X', 'l402:Y', 'l402:Y'])
    expect(deps.oracle.quarantine.list()).toMatchObject([{ id: 'X' }])
  },
)
