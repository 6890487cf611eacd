import { type Login, loginIn } from './login.ts'
import { placesIn, type RedisPlace } from './places.ts'

/** The address of a cluster: some of its servers, which name all others. A wrong one is described without its text. */
export interface ClusterAddress extends Login {
  readonly nodes: readonly RedisPlace[]
  readonly tls?: object
}

export const CLUSTER_FORM = 'redis+cluster://[user:password@]a:6379,b:6379 (rediss+cluster:// with TLS)'

/** A cluster has one database alone. */
const URL_OF_CLUSTER = /^redis(s?)\+cluster:\/\/(?:([^@/?#]*)@)?([^@/?#]+)\/?$/

const PORT = 6_379

export const isClusterUrl = (url: string): boolean => /^rediss?\+cluster:/.test(url)

/** @returns `null` for any other text */
export const clusterAddress = (url: string): ClusterAddress | null => {
  const [, secure, login = '', hosts = ''] = URL_OF_CLUSTER.exec(url) ?? []
  const [nodes, own] = [placesIn(hosts, PORT), loginIn(login)]
  return nodes === null || own === null ? null : { nodes, ...own, ...(secure && { tls: {} }) }
}
