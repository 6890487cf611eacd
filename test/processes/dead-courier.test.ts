import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { createWebhookKey } from '../../src/actors/courier/webhook-key.ts'
import { names } from '../../src/store/redis/names.ts'
import { systemRandom } from '../../src/system/random.ts'
import { fileCustomerServer, says } from '../support/actors/courier/courier-desk.ts'
import { freePort } from '../support/free-port.ts'
import { readPrometheus } from '../support/prometheus.ts'
import { fileRedis } from '../support/redis.ts'
import { testFolder } from '../support/test-folder.ts'
import { orNothing, until } from '../support/until.ts'

/** A courier that dies while promises are open, as a process, beside a server that tells of it. */

const ROOT = join(import.meta.dir, '../..')
/** A courier that is dead is told of within this time. */
const SEEN_MS = 30_000
const HOUR_MS = 3_600_000

const stack = await fileRedis()
const customer = await fileCustomerServer()
const { folder, remove } = testFolder()
const processes: Bun.Subprocess[] = []
const [port, adminPort] = [await freePort(), await freePort()]

const start = (program: string, env: Readonly<Record<string, string>>) => {
  const child = Bun.spawn([process.execPath, join(ROOT, 'src', program)], {
    env: { ...process.env, REDIS_URL: stack.url, REDIS_DURABILITY: 'confirmed', LOG_LEVEL: 'silent', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  processes.push(child)
  return child
}
const startCourier = () =>
  start('worker.ts', { ROLES: 'courier', KEYS_DIR: folder, MODE: 'demo', OUTBOUND_ALLOW: customer.place })

beforeAll(async () => {
  createWebhookKey(folder, systemRandom)
  // A signer has been here.
  await stack.store.keys.record({ dlc: `02${'ab'.repeat(32)}` })
  start('server.ts', { PORT: String(port), ADMIN_PORT: String(adminPort), HOST: '127.0.0.1' })
})
afterAll(async () => {
  for (const child of processes) {
    child.kill('SIGKILL')
    await child.exited
  }
  remove()
})

interface Row {
  readonly role: string
  readonly working: boolean
  readonly reason: string | null
}

const courierInHealth = orNothing(async () => {
  const response = await fetch(`http://127.0.0.1:${port}/health`)
  const { workers } = (await response.json()) as { readonly workers: readonly Row[] }
  return workers.find(({ role }) => role === 'courier')
})
const scrape = async () => readPrometheus(await (await fetch(`http://127.0.0.1:${adminPort}/metrics`)).text())
const couriers = (found: Awaited<ReturnType<typeof scrape>>) => found.of('claros_role_processes', { role: 'courier' })

test('it is seen within half a minute in health and metrics, with what waits for it, and gone when it is back', async () => {
  const courier = startCourier()
  await until('it works', async () => (await courierInHealth())?.working)
  const well = await scrape()
  expect([couriers(well), well.of('claros_role_processes', { role: 'signer' })]).toEqual([1, 0])
  expect(well.of('claros_role_beat_age_seconds', { role: 'courier' })).toBeLessThan(60)
  expect([well.of('claros_webhooks_waiting'), well.of('claros_webhook_oldest_seconds')]).toEqual([0, 0])
  expect(well.of('claros_webhook_attempts_total', { outcome: 'delivered' })).toBe(0)

  courier.kill('SIGKILL')
  await courier.exited
  const diedAt = performance.now()
  const id = 'evt_E-1_attested'
  const made = { id, eventId: 'E-1', url: `${customer.origin}/hook`, body: '{}' }
  await stack.store.deliveries.enter(made, Date.now() - HOUR_MS)
  const left = () => SEEN_MS - (performance.now() - diedAt)
  const away = await until(
    'health says so',
    async () => ((await courierInHealth())?.working === false ? courierInHealth() : null),
    left(),
  )
  expect(away.reason).toBe('no process plays it: no webhook is delivered and no address is asked for an outcome')
  const dead = await until(
    'metrics say so',
    async () => {
      const found = await scrape()
      return couriers(found) === 0 && found
    },
    left(),
  )
  expect(Object.keys(dead.by('claros_role_beat_age_seconds', 'role'))).not.toContain('courier')
  expect(dead.of('claros_webhooks_waiting')).toBe(1)
  expect(dead.of('claros_webhook_oldest_seconds')).toBeGreaterThanOrEqual(HOUR_MS / 1000)

  customer.answer(says(200))
  startCourier()
  await until('it works again', async () => (await courierInHealth())?.working)
  const back = await until('the webhook is delivered and counted', async () => {
    const found = await scrape()
    return found.of('claros_webhook_attempts_total', { outcome: 'delivered' }) === 1 && found
  })
  expect(couriers(back)).toBe(1)
  expect([back.of('claros_webhooks_waiting'), back.of('claros_webhook_oldest_seconds')]).toEqual([0, 0])
  expect(await stack.redis.hget(names.dlc.delivery(id), 'state')).toBe('delivered')
}, 120_000)

test('one that hangs is seen as well, though its process is there', async () => {
  await until('it works', async () => (await courierInHealth())?.working)
  const hanging = processes.at(-1)!
  hanging.kill('SIGSTOP')
  await until('health says so', async () => (await courierInHealth())?.working === false, SEEN_MS)
  hanging.kill('SIGCONT')
  await until('it works again', async () => (await courierInHealth())?.working)
}, 120_000)
