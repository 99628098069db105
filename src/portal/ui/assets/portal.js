/*
 * Suggestions below the search box, "/" to get there, and what has the focus in view. Everything works without this file. ES5, for old browsers.
 * Follows the ARIA pattern of a combobox with a list: the focus stays in the box, aria-activedescendant says what is chosen.
 */
;(function () {
  'use strict'

  var WAIT_MS = 120
  var MOST_KEPT = 50

  function attach(form, number) {
    var input = form.querySelector('input[name="q"]')
    var box = form.querySelector('.box')
    if (!input || !box || !window.XMLHttpRequest) return

    var list = document.createElement('ul')
    var status = document.createElement('span')
    var kept = {}
    var keptCount = 0
    var shown = []
    var chosen = -1
    var typed = input.value
    var timer = 0
    var request = null

    list.className = 'suggestions'
    list.id = 'suggestions-' + number
    list.setAttribute('role', 'listbox')
    list.setAttribute('aria-label', form.getAttribute('data-suggestions') || '')
    list.hidden = true
    status.className = 'unseen'
    status.setAttribute('role', 'status')
    box.appendChild(list)
    box.appendChild(status)
    input.setAttribute('role', 'combobox')
    input.setAttribute('aria-autocomplete', 'list')
    input.setAttribute('aria-expanded', 'false')
    input.setAttribute('aria-controls', list.id)

    function close() {
      shown = []
      chosen = -1
      list.hidden = true
      input.setAttribute('aria-expanded', 'false')
      input.removeAttribute('aria-activedescendant')
      status.textContent = ''
    }

    function choose(index) {
      var items = list.children
      if (chosen >= 0 && items[chosen]) {
        items[chosen].className = ''
        items[chosen].setAttribute('aria-selected', 'false')
      }
      chosen = index
      if (chosen < 0) {
        input.value = typed
        input.removeAttribute('aria-activedescendant')
        return
      }
      items[chosen].className = 'chosen'
      items[chosen].setAttribute('aria-selected', 'true')
      input.setAttribute('aria-activedescendant', items[chosen].id)
      input.value = shown[chosen].text
    }

    function go(index) {
      var one = shown[index]
      if (!one) return
      // only to places of this portal: a single slash at the beginning
      if (/^\/(?![\/\\])/.test(one.url)) {
        window.location.href = one.url
        return
      }
      input.value = one.text
      close()
      form.submit()
    }

    function show(found) {
      close()
      list.textContent = ''
      if (!found.length || document.activeElement !== input) return
      shown = found
      for (var i = 0; i < found.length; i++) {
        var item = document.createElement('li')
        item.id = list.id + '-' + i
        item.setAttribute('role', 'option')
        item.setAttribute('aria-selected', 'false')
        item.setAttribute('data-index', String(i))
        item.setAttribute('dir', 'auto')
        item.textContent = found[i].text
        list.appendChild(item)
      }
      list.hidden = false
      input.setAttribute('aria-expanded', 'true')
      status.textContent = (form.getAttribute('data-count') || '').replace('{count}', String(found.length))
    }

    function ask() {
      var text = typed
      if (request) request.abort()
      request = null
      if (!/\S/.test(text)) return close()
      // a key of our own, so that nobody's words are names of Object.prototype
      if (kept['q:' + text]) return show(kept['q:' + text])
      var own = new XMLHttpRequest()
      request = own
      own.open('GET', '/suggest?q=' + encodeURIComponent(text))
      own.responseType = 'json'
      own.onload = function () {
        var found = own.response
        if (own !== request || own.status !== 200 || !Array.isArray(found)) return
        if (++keptCount > MOST_KEPT) {
          kept = {}
          keptCount = 1
        }
        kept['q:' + text] = found
        if (text === typed) show(found)
      }
      own.send()
    }

    input.addEventListener('input', function () {
      typed = input.value
      clearTimeout(timer)
      timer = setTimeout(ask, WAIT_MS)
    })

    input.addEventListener('keydown', function (event) {
      var key = event.key
      if (event.isComposing) return
      if (key === 'ArrowDown' || key === 'Down') {
        event.preventDefault()
        if (!shown.length) {
          typed = input.value
          return ask()
        }
        choose(chosen + 1 >= shown.length ? -1 : chosen + 1)
      } else if ((key === 'ArrowUp' || key === 'Up') && shown.length) {
        event.preventDefault()
        choose(chosen < 0 ? shown.length - 1 : chosen - 1)
      } else if ((key === 'Escape' || key === 'Esc') && shown.length) {
        event.preventDefault()
        input.value = typed
        close()
      } else if (key === 'Enter' && chosen >= 0) {
        event.preventDefault()
        go(chosen)
      }
    })

    // before the box loses the focus
    list.addEventListener('mousedown', function (event) {
      event.preventDefault()
    })

    list.addEventListener('click', function (event) {
      var item = event.target
      while (item && item !== list && !item.getAttribute('data-index')) item = item.parentNode
      if (item && item !== list) go(Number(item.getAttribute('data-index')))
    })

    input.addEventListener('blur', function () {
      clearTimeout(timer)
      close()
    })
  }

  var forms = document.querySelectorAll('form.search')
  for (var i = 0; i < forms.length; i++) attach(forms[i], i)

  document.addEventListener('keydown', function (event) {
    var at = event.target
    if (event.key !== '/' || event.ctrlKey || event.altKey || event.metaKey) return
    if (at && (/^(?:INPUT|TEXTAREA|SELECT)$/.test(at.tagName) || at.isContentEditable)) return
    var input = document.querySelector('form.search input[name="q"]')
    if (!input) return
    event.preventDefault()
    input.focus()
    input.select()
  })

  // lines that are moved sideways: browsers think that a link is in view as soon as its first letter is
  document.addEventListener('focusin', function (event) {
    var line = event.target
    while (line && line.tagName !== 'UL') line = line.parentNode
    if (!line || line.scrollWidth <= line.clientWidth) return
    var box = event.target.getBoundingClientRect()
    var room = line.getBoundingClientRect()
    if (box.left < room.left) line.scrollLeft -= room.left - box.left
    else if (box.right > room.right) line.scrollLeft += Math.min(box.right - room.right, box.left - room.left)
  })
})()
