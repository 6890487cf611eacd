import { join } from 'node:path'
import type { Witness } from '../../../../src/actors/dlc/witness.ts'
import type { Oracle } from '../../../../src/actors/dlc/oracle.ts'
import { connectRedis, redisAddress } from '../../../../src/store/redis/redis.ts'
import { storeOn } from '../../../../src/store/store.ts'
import { systemClock } from '../../../../src/system/clock.ts'
import { KEPT } from '../../store-clocks.ts'
import { openTestSigner, witnessIn } from './signer-desk.ts'

/**
 * A signer that dies at one of its writes: `crasher.ts <redis url> <folder> <wish> <step> <before|after> <which>`. It
 * announces A, decides the wished outcome, attests, and kills itself right before or after that write.
 */
const [url, folder, wish, step, when, which] = process.argv.slice(2) as [string, string, string, string, string, string]

const seen = new Map<string, number>()
const die = (): void => void process.kill(process.pid, 'SIGKILL')
/** The given step, with a death before or after its nth time. */
const deadly =
  <Given extends readonly unknown[], T>(name: string, work: (...given: Given) => T) =>
  (...given: Given): T => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    const isIt = name === step && count === Number(which)
    if (isIt && when === 'before') die()
    const result = work(...given)
    if (!isIt) return result
    if (result instanceof Promise) return result.finally(die) as T
    die()
    return result
  }

const redis = await connectRedis(redisAddress(url), 'waits')
const real = witnessIn(join(folder, 'witness'), 'crasher')
const witness: Witness = { ...real, advance: deadly('witness', real.advance) }
const running = await openTestSigner(
  storeOn(redis, systemClock, KEPT),
  join(folder, 'dlc'),
  witness,
  ({ signer, journal, events }) => {
    const parts: Partial<Oracle> = {
      journal: { ...journal, append: deadly('journal', journal.append) },
      // The guard commits inside of this step. After it every signature is made and none has left the process.
      signer: { ...signer, attestAll: deadly('guard', signer.attestAll) },
      events: { ...events, publish: deadly('redis', events.publish) },
    }
    return parts
  },
)
await running.announce('A')
await running.beat()
await running.decide('A', wish)
await running.oracle.attest('A')
process.stdout.write('lives\n')
process.exit(0)
