import { expect, test } from 'bun:test'
import { warmDocuments, warmPaths } from '../../../src/http/app/warm-documents.ts'
import { PUBLIC_URL, fileShop } from '../../support/shop.ts'

/** What a process asks itself before it listens. */

const shop = await fileShop()

test('every free document of the service, and nothing that is paid or has parameters', () => {
  const paths = warmPaths(shop.endpoints)
  expect(paths).toContain('/openapi.json')
  expect(paths).toContain('/.well-known/x402')
  expect(paths).toContain('/health')
  expect(paths.filter((path) => path.includes('{'))).toEqual([])
  const priced = shop.endpoints.filter(({ access }) => access.kind === 'paid').map(({ path }) => path)
  expect(paths.filter((path) => priced.includes(path))).toEqual([])
})

test('each is asked once, and read to its end', async () => {
  const asked: string[] = []
  const read: string[] = []
  await warmDocuments(
    (request) => {
      const { pathname } = new URL(request.url)
      asked.push(pathname)
      const pieces = new ReadableStream(
        {
          pull(controller) {
            read.push(pathname)
            controller.close()
          },
        },
        { highWaterMark: 0 },
      )
      return new Response(pieces)
    },
    shop.endpoints,
    PUBLIC_URL,
  )
  expect(asked).toEqual([...warmPaths(shop.endpoints)])
  expect(read).toEqual(asked)
})

test('all answer under our own name', async () => {
  const statuses: [string, number][] = []
  await warmDocuments(
    async (request) => {
      const answered = await shop.app(request)
      statuses.push([new URL(request.url).pathname, answered.status])
      return answered
    },
    shop.endpoints,
    PUBLIC_URL,
  )
  // No worker of this shop has published its keys.
  expect(statuses.filter(([, status]) => status !== 200)).toEqual([['/.well-known/claros-keys.json', 503]])
})
