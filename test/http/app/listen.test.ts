import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { listen } from '../../../src/http/app/listen.ts'

/** A server that leaves, on a machine that gives it little. */

test('a process that was held up while it left still answers whoever asks then', async () => {
  const listener = listen(() => new Response('here'), { hostname: '127.0.0.1', port: 0, share: false, trustProxy: 0 })
  const socket = connect(listener.port, '127.0.0.1')
  let ended: unknown = null
  socket.on('error', (problem) => (ended = problem)).on('close', () => (ended ??= 'closed'))
  const ask = async (): Promise<string> => {
    let got = ''
    const take = (piece: Buffer) => (got += piece.toString())
    socket.on('data', take)
    socket.write('GET / HTTP/1.1\r\nhost: here\r\n\r\n')
    while (!got.endsWith('here') && ended === null) await Bun.sleep(1)
    socket.off('data', take)
    return got
  }
  expect(await ask()).toStartWith('HTTP/1.1 200')
  const drained = listener.drain()
  // Longer than it takes to leave. Its clients were held up as well: they ask a moment later.
  Bun.sleepSync(700)
  await Bun.sleep(60)
  const answer = await ask()
  expect([answer.slice(0, 12), /connection: close/i.test(answer)]).toEqual(['HTTP/1.1 200', true])
  await drained
  socket.destroy()
  await expect(fetch(`http://127.0.0.1:${listener.port}/`)).rejects.toThrow()
})
