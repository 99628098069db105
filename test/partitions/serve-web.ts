/** A demo web in a process of its own: `node serve-web.js HOST OPTIONS`, options as JSON. Says where it is, and ends with its input. */
import { buildDemoWeb, serveDemoWeb, type DemoWebOptions } from '../../src/demo/web.js'

const options: Partial<DemoWebOptions> = JSON.parse(process.argv[3])
const server = await serveDemoWeb(buildDemoWeb(options), { host: process.argv[2] })
console.log(server.origin)
process.stdin.on('end', () => process.exit(0)).resume()
