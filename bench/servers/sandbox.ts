import { createMoney } from '../../src/sandbox/money/money.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { ready } from './process.ts'

/** Only the money of the sandbox: a facilitator over HTTP that checks payments and settles them with play money. */
const money = createMoney({ clock: systemClock, random: systemRandom })
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) => (await money.handle(request)) ?? new Response(null, { status: 404 }),
})
ready(server.port!)
