import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runCli, startCli } from '../crawl/run-cli.js'

test('the demo web can be had by itself, says where it is and what is in it, and ends when it is told', async () => {
  const { child, result } = startCli(['demo', '--web-only', '--language', 'lao', '--json'])
  const said = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', chunk => {
      text += chunk
      if (text.endsWith('\n')) resolve(text)
    })
    child.once('close', () => reject(new Error(`it ended: ${text}`)))
  })
  const { url, languages } = JSON.parse(said)
  const lao = languages.find(({ code }: { code: string }) => code === 'lao')
  assert.ok(lao.pages > 300, `${lao.pages} pages in Lao`)
  const [seed] = lao.seeds
  const taken = await runCli('demo', '--web-only', '--port', new URL(url).port)
  assert.equal(taken.code, 2)
  assert.match(taken.stderr, /E_USAGE: port \d+: another program is using it; choose another/)
  assert.ok(URL.canParse(seed))
  child.kill('SIGINT')
  assert.equal((await result).code, 0)
})
