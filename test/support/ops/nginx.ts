import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENDING_WITH_PARENT } from '../ends-with-parent.ts'
import { freePort } from '../free-port.ts'
import { needs } from '../needs.ts'
import { orNothing, until } from '../until.ts'
import { programNamed } from './unpacked.ts'

/** nginx with one `server` of its configuration, on a port of the loopback, with a certificate made for it. */

const NGINX = programNamed('nginx')

/** One out of a package may lack its libraries. */
const isThere = NGINX !== null && Bun.spawnSync([NGINX, '-v'], { stderr: 'ignore' }).success

export const hasNginx = (): boolean => needs(isThere && Bun.which('openssl') !== null, 'nginx and openssl')

export interface Proxy {
  /** Sends what a client asks for under the name of the site, and trusts its certificate alone. */
  readonly send: (url: string, init?: RequestInit) => Promise<Response>
  stop(): Promise<void>
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

/** @param block as it stands in a document: it listens on port 443, has files of letsencrypt and hands on to port 8402 */
export const startNginx = async (block: string, name: string, upstream: string): Promise<Proxy> => {
  const folder = mkdtempSync(join(tmpdir(), 'claros-nginx-'))
  const [port, certificate, key] = [await freePort(), join(folder, 'certificate'), join(folder, 'key')]
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},IP:127.0.0.1`]
  const made = [
    'openssl',
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-days',
    '2',
  ]
  Bun.spawnSync([...made, ...subject, '-keyout', key, '-out', certificate], { stderr: 'ignore' })
  const server = block
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/(?<=ssl_certificate )\S+(?=;)/, certificate)
    .replace(/(?<=ssl_certificate_key )\S+(?=;)/, key)
    .replace('http://127.0.0.1:8402', upstream)
  const file = join(folder, 'nginx.conf')
  const paths = TEMPORARY.map((each) => `${each}_temp_path ${join(folder, each)};`).join(' ')
  writeFileSync(
    file,
    `daemon off; pid ${join(folder, 'pid')}; error_log stderr; events {}\nhttp { access_log off; ${paths}\n${server}\n}\n`,
  )
  const child = Bun.spawn([...ENDING_WITH_PARENT, NGINX!, '-p', folder, '-e', 'stderr', '-c', file], {
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  const told = child.stderr.text()
  const ca = readFileSync(certificate, 'utf8')
  const send: Proxy['send'] = (url, init = {}) => {
    const headers = new Headers(init.headers)
    headers.set('host', name)
    const { pathname, search } = new URL(url)
    return fetch(`https://127.0.0.1:${port}${pathname}${search}`, { ...init, headers, tls: { ca } })
  }
  const answers = orNothing(async () => (await send('https://any/')).status)
  await until('nginx answers', async () => {
    if (child.exitCode !== null) throw new Error(`nginx ended: ${await told}`)
    return answers()
  })
  return {
    send,
    stop: async () => {
      child.kill('SIGTERM')
      await child.exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
