import { expect, test } from 'bun:test'
import { saysCluster } from '../../../src/store/redis/server-mode.ts'

test.each([
  ['redis_version:7.0.15\r\nredis_mode:cluster\r\nos:Linux', true],
  ['redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:8.0.1\r\nserver_mode:cluster\r\nos:Linux', true],
  ['redis_version:7.0.15\r\nredis_mode:standalone\r\nos:Linux', false],
  ['server_name:valkey\r\nserver_mode:standalone\r\nexecutable:/srv/redis_mode:cluster/valkey-server', false],
])('%j is of a cluster: %p', (info, is) => expect(saysCluster(info)).toBe(is))
