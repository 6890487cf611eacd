import { createMoney } from '../../src/sandbox/money/money.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { ready } from './door.ts'

/** The sandbox's money alone: a facilitator over HTTP that checks and settles for play. */
const money = createMoney({ clock: systemClock, random: systemRandom })
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => (await money.handle(request)) ?? new Response(null, { status: 404 }),
})
ready(server.port!)
