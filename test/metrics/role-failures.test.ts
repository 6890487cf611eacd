import { expect, test } from 'bun:test'
import { countedLog } from '../../src/metrics/counted-log.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { roleFailures } from '../../src/metrics/role-failures.ts'
import { keptLog } from '../support/still.ts'

test('errors of all programs that play a role are its failures, by kind; warnings and servers are not', () => {
  const tally = createTally()
  const log = (program: string) => countedLog(keptLog(), tally, program)
  log('worker/courier').error('courier.sweep_failed')
  log('worker/signer,courier').error('courier.sweep_failed')
  log('worker/signer,courier').error('oracle.refused')
  log('worker/publisher').warn('webhook.gone')
  log('server').error('request.crashed')
  expect(roleFailures(tally.take())).toEqual({
    settler: {},
    publisher: {},
    signer: { 'courier.sweep_failed': 1, 'oracle.refused': 1 },
    courier: { 'courier.sweep_failed': 2, 'oracle.refused': 1 },
    bookkeeper: {},
  })
})

test('cells of another release are passed over', () => {
  const cells = ['["claros_problems_total","value","worker/courier","error"]', '["claros_problems_total","value"]']
  expect(roleFailures(new Map(cells.map((cell) => [cell, 1]))).courier).toEqual({})
})
