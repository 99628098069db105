/**
 * What a report's page does beyond showing: values under the pointer, and curves hidden, shown and lit by their names. It reads
 * values off the drawn lines (each drawing says how its axes map), so no data is stored twice; text goes in as text only.
 */
export const SCRIPT = `
(() => {
'use strict'
const all = (selector, within = document) => [...within.querySelectorAll(selector)]
document.body.classList.add('script')
const chips = all('.chips button')
for (const chip of chips) {
  const list = chip.closest('.chips')
  list.hidden = false
  chip.addEventListener('click', () => toggle(chip.dataset.k))
  for (const type of ['pointerenter', 'focus']) chip.addEventListener(type, () => light(chip.dataset.k))
  for (const type of ['pointerleave', 'blur']) chip.addEventListener(type, () => light(null))
}
const bar = document.querySelector('.toolbar')
if (bar) {
  const measure = () => document.documentElement.style.setProperty('--toolbar', bar.offsetHeight + 8 + 'px')
  measure()
  addEventListener('resize', measure)
}
const comparing = '#figures .chart'
function toggle(k) {
  const chip = chips.find(one => one.dataset.k === k)
  if (!chip) return
  const off = chip.getAttribute('aria-pressed') === 'true'
  chip.setAttribute('aria-pressed', String(!off))
  for (const part of all(comparing + ' [data-k="' + k + '"]')) part.classList.toggle('off', off)
}
function light(k) {
  for (const chart of all(comparing)) {
    chart.classList.toggle('dim', k !== null)
    for (const part of all('.series', chart)) part.classList.toggle('lit', part.dataset.k === k)
  }
}
for (const entry of all('#figures .entry')) entry.addEventListener('click', () => toggle(entry.dataset.k))

const axisOf = text => {
  const [unit, kind, min, max, from, to] = text.split(' ')
  return { unit, log: kind === 'log', min: +min, max: +max, from: +from, to: +to }
}
const valueOf = (axis, at) => {
  const t = (at - axis.from) / (axis.to - axis.from)
  return axis.log ? axis.min * Math.pow(axis.max / axis.min, t) : axis.min + t * (axis.max - axis.min)
}
const show = (value, unit) => {
  if (unit === 'share') return (value * 100).toFixed(Math.abs(value) < 0.1 ? 2 : 1) + ' %'
  for (const [size, prefix] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']]) {
    if (Math.abs(value) >= size) return +(value / size).toPrecision(3) + prefix
  }
  return unit === 'count' ? String(Math.round(value)) : String(+value.toPrecision(3))
}
const lines = new WeakMap()
const pointsOf = path => {
  if (!lines.has(path)) {
    const numbers = (path.getAttribute('d').split('h')[0].match(/-?(?:\\d+\\.?\\d*|\\.\\d+)/g) || []).map(Number)
    const points = []
    let x = 0
    let y = 0
    for (let i = 0; i + 1 < numbers.length; i += 2) points.push([(x += numbers[i]), (y += numbers[i + 1])])
    lines.set(path, points)
  }
  return lines.get(path)
}
const heightAt = (points, x) => {
  let low = 0
  let high = points.length - 1
  if (high < 0 || x < points[0][0] - 0.5) return null
  if (x >= points[high][0]) return { y: points[high][1], past: x > points[high][0] + 0.5 }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (points[middle][0] <= x) low = middle
    else high = middle
  }
  const [x0, y0] = points[low]
  const [x1, y1] = points[high]
  return { y: x1 === x0 ? y1 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0), past: false }
}
const element = (name, text, parent) => {
  const made = document.createElement(name)
  if (text !== null) made.textContent = text
  parent.append(made)
  return made
}
for (const chart of all('figure .chart[data-x]')) {
  const figure = chart.closest('figure')
  const xAxis = axisOf(chart.dataset.x)
  const yAxis = axisOf(chart.dataset.y)
  let tip = null
  let cross = null
  const leave = () => {
    if (tip) tip.remove()
    if (cross) cross.remove()
    tip = cross = null
  }
  chart.addEventListener('pointerleave', leave)
  chart.addEventListener('pointermove', event => {
    const box = chart.getBoundingClientRect()
    const scale = chart.viewBox.baseVal.width / box.width
    const x = (event.clientX - box.left) * scale
    const y = (event.clientY - box.top) * scale
    if (x < xAxis.from || x > xAxis.to || y < yAxis.to || y > yAxis.from) return leave()
    const rows = []
    for (const part of all('.data .series', chart)) {
      const path = part.querySelector('.ln')
      if (!path || part.classList.contains('off')) continue
      const at = heightAt(pointsOf(path), x)
      if (at) rows.push({ k: part.dataset.k, name: part.dataset.name, ...at })
    }
    if (rows.length === 0) return leave()
    rows.sort((a, b) => a.past - b.past || a.y - b.y)
    if (!cross) {
      cross = document.createElementNS('http://www.w3.org/2000/svg', 'path')
      cross.setAttribute('class', 'cross')
      chart.append(cross)
      tip = element('div', null, figure)
      tip.className = 'tip'
    }
    cross.setAttribute('d', 'M' + x.toFixed(1) + ',' + yAxis.to + 'V' + yAxis.from)
    tip.replaceChildren()
    element('b', show(valueOf(xAxis, x), xAxis.unit) + ' ' + (chart.dataset.label || ''), tip)
    for (const row of rows) {
      const line = element('div', null, tip)
      line.className = row.past ? 'past' : ''
      const dot = element('i', null, line)
      dot.style.color = 'var(--c' + row.k + ')'
      element('span', row.name || '', line)
      element('em', show(valueOf(yAxis, row.y), yAxis.unit) + (row.past ? ', ended' : ''), line)
    }
    const frame = figure.getBoundingClientRect()
    const right = event.clientX - frame.left + 16
    const fits = right + tip.offsetWidth < frame.width
    tip.style.left = Math.max(0, fits ? right : event.clientX - frame.left - tip.offsetWidth - 16) + 'px'
    tip.style.top = Math.max(0, event.clientY - frame.top - tip.offsetHeight / 2) + 'px'
  })
}
})()
`
