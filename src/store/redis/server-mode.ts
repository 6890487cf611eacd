/**
 * Whether a server is one of a cluster, by what it says of itself: Redis in `redis_mode`, Valkey from version 8 on in
 * `server_mode`.
 *
 * @param info of its section `server`
 */
export const saysCluster = (info: string): boolean => /^(?:redis|server)_mode:cluster/m.test(info)
