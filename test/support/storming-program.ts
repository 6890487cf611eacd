import { createTally } from '../../src/metrics/meter.ts'
import { programLog } from '../../src/program-log.ts'
import { orderlyExit } from '../../src/system/process.ts'

/**
 * A program with the log of servers and workers, in which 1,000 jobs fail at once, then the store refuses for three
 * reasons. It says on standard output what it counted, and waits for its signal.
 */
const tally = createTally()
const log = programLog('info', { process: 'storming', pid: process.pid }, tally)
for (let n = 0; n < 1_000; n++) log.queueError(new Error(`Missing lock for job ${n}`))
for (const words of [
  "OOM command not allowed when used memory > 'maxmemory'.",
  'MISCONF Redis is configured to save RDB snapshots, but it is unable to persist to disk.',
  "READONLY You can't write against a read only replica.",
])
  for (let n = 0; n < 300; n++) {
    log.queueError(new Error(words))
    log.error('tick.crashed', { actor: `ticker/${n}`, message: `ReplyError: ${words}`, stack: 'long' })
  }
for (let n = 0; n < 50; n++) log.info('sale.made', { request: `request-${n}` })
for (let n = 0; n < 50; n++) log.error('facilitator.lied', { payment: `payment-${n}`, facilitator: 'f' })
orderlyExit(log, 10_000, async () => {})
process.stdout.write(`${JSON.stringify(Object.fromEntries(tally.take()))}\n`)
setInterval(() => {}, 1_000)
