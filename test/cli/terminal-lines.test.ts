import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fitted } from '../../src/cli/terminal-lines.js'

const LINE = '1234 pages · 5.0/s · harvest 51.2 % (last 1000: 48.0 %) · queue 99999 · 12 hosts · 1.2 GB · 3 min 20 s'

test('a line of progress fits the terminal, and loses whole parts from its end', () => {
  for (const columns of [200, 100, 80, 60, 40, 20, 12]) {
    const shown = fitted(LINE, { columns })
    assert.ok(shown.length < columns, `${columns}: ${shown}`)
    assert.ok(LINE.startsWith(shown.replace(/…$/, '')))
    if (!shown.endsWith('…'))
      assert.match(`${LINE} · `, new RegExp(`^${shown.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')} · `))
  }
  assert.equal(fitted(LINE, { columns: 200 }), LINE)
  assert.ok(fitted(LINE, {}).length < 80, 'a terminal that does not say its width')
  assert.ok(fitted(LINE, { columns: 0 }).length < 80)
})

test('letters that take two columns count as two', () => {
  assert.equal(fitted('数学の教科書を集める', { columns: 12 }), '数学の教科…')
  assert.equal(fitted('ภาษาไทย', { columns: 12 }), 'ภาษาไทย')
})
