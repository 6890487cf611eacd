import { describe, expect, test } from 'bun:test'
import { adminApp } from '../../src/http/app/admin.ts'
import { adminAddresses } from '../../src/listening.ts'
import { adminDeps } from '../support/http/admin-deps.ts'
import { readPrometheus } from '../support/prometheus.ts'
import { fileShop, type Shop } from '../support/shop.ts'

/** What another machine gets of the port for operators: the metrics, with the token, and nothing else. */

const TOKEN = 'kLx2-94jvs.9skd_83hsk+27shw/2k='
const NAME = 'claros-1.internal:8403'
const ELSEWHERE = '10.0.0.9'

const shop: Shop = await fileShop()
const deps = adminDeps(shop, { metricsToken: TOKEN })

const ask = (path: string, authorization: string | null, { host = NAME, from = ELSEWHERE, method = 'GET' } = {}) =>
  adminApp(deps)(
    new Request(`http://${host}${path}`, { method, headers: authorization === null ? {} : { authorization } }),
    from,
  )

const DASHBOARDS = ['/', '/queues', '/queues/api/queues', '/printing', '/actors', '/money', '/nowhere', '/metrics/']

describe('another machine', () => {
  test('reads the metrics with the token, under any name', async () => {
    for (const host of [NAME, '192.0.2.2:8403', 'localhost:8403', '127.0.0.1:8403'])
      for (const scheme of ['Bearer', 'bearer']) {
        const response = await ask('/metrics', `${scheme} ${TOKEN}`, { host })
        expect([host, response.status]).toEqual([host, 200])
        expect(readPrometheus(await response.text()).of('claros_build_info', { version: '9.9.9' })).toBe(1)
      }
  })

  test('is refused without it, with another one, and with one that is nearly it', async () => {
    const wrong = [
      null,
      '',
      'Bearer',
      'Bearer ',
      TOKEN,
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN.slice(0, -1)}`,
      `Bearer ${TOKEN}=`,
      `Bearer ${TOKEN.toUpperCase()}`,
      `Bearer ${TOKEN} ${TOKEN}`,
      'Bearer null',
    ]
    for (const authorization of wrong) {
      const response = await ask('/metrics', authorization)
      expect([authorization, response.status]).toEqual([authorization, 401])
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="claros metrics"')
      expect(await response.json()).toEqual({ error: 'unauthorized' })
    }
  })

  test('gets no dashboard, with the token and under the name of this machine either', async () => {
    for (const path of DASHBOARDS)
      for (const host of [NAME, '127.0.0.1:8403', 'localhost:8403', '[::1]:8403'])
        expect([path, host, (await ask(path, `Bearer ${TOKEN}`, { host })).status]).toEqual([path, host, 421])
  })

  test('changes nothing', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'HEAD'])
      expect((await ask('/metrics', `Bearer ${TOKEN}`, { method })).status).toBe(405)
  })
})

test('a page in an operator’s browser, under a name that leads here, gets nothing', async () => {
  for (const path of DASHBOARDS)
    expect((await ask(path, null, { host: 'rebound.example:8403', from: '127.0.0.1' })).status).toBe(421)
  expect((await ask('/metrics', null, { host: 'rebound.example:8403', from: '127.0.0.1' })).status).toBe(401)
})

test('this machine is asked for no token, under its own names', async () => {
  for (const host of ['127.0.0.1:8403', 'localhost:8403', '[::1]:8403'])
    for (const path of ['/metrics', '/', '/queues', '/actors'])
      expect([host, path, (await ask(path, null, { host, from: '127.0.0.1' })).status]).toEqual([host, path, 200])
})

test('the dashboards stay on loopback where the port listens on an address of its own', () => {
  expect(adminAddresses('10.0.0.5')).toEqual(['127.0.0.1', '10.0.0.5'])
  expect(adminAddresses('metrics.internal')).toEqual(['127.0.0.1', 'metrics.internal'])
  for (const only of ['127.0.0.1', '127.0.0.9', '::1', 'localhost', '0.0.0.0', '::'])
    expect(adminAddresses(only)).toEqual([only])
})
