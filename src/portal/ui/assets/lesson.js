/*
 * Lessons: the order by dragging and by arrow keys, buttons that copy and print. Everything works without this file: it only shows
 * buttons that would do nothing otherwise. ES5, for old browsers.
 */
;(function () {
  'use strict'

  function each(selector, work) {
    var found = document.querySelectorAll(selector)
    for (var i = 0; i < found.length; i++) work(found[i])
  }

  each('[data-print]', function (button) {
    button.hidden = false
    button.addEventListener('click', function () {
      window.print()
    })
  })

  /* The modern way exists only on https and on this machine itself: in a school's network the old one is needed. */
  function copy(text) {
    var field = document.createElement('textarea')
    field.value = text
    field.className = 'unseen'
    document.body.appendChild(field)
    field.select()
    var isCopied = false
    try {
      isCopied = document.execCommand('copy')
    } catch (error) {
      isCopied = false
    }
    document.body.removeChild(field)
    return isCopied
  }

  each('[data-copy]', function (button) {
    button.hidden = false
    button.addEventListener('click', function () {
      var isCopied = copy(button.getAttribute('data-copy'))
      button.focus()
      var status = button.parentNode.querySelector('[role="status"]')
      if (isCopied && status) status.textContent = button.getAttribute('data-said')
    })
  })

  var list = document.querySelector('ol[data-order]')
  if (!list) return
  var form = list
  while (form && form.tagName !== 'FORM') form = form.parentNode
  var field = form && form.querySelector('input[name="order"]')
  if (!field) return
  var status = form.querySelector('[data-order-status]')

  function handleOf(item) {
    return item.querySelector('[data-move]')
  }

  function orderNow() {
    var numbers = []
    for (var i = 0; i < list.children.length; i++) numbers.push(handleOf(list.children[i]).getAttribute('data-move'))
    return numbers.join('.')
  }

  function say(item) {
    var place = Array.prototype.indexOf.call(list.children, item) + 1
    status.textContent = (list.getAttribute('data-moved') || '')
      .replace('{place}', String(place))
      .replace('{title}', handleOf(item).getAttribute('data-name'))
  }

  /* At once; should it fail, the field goes along when the form is saved. Texts that were typed stay in the form. */
  function save() {
    field.value = orderNow()
    var request = new XMLHttpRequest()
    request.open('POST', form.getAttribute('action'))
    request.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded')
    var names = ['token', 'key', 'order']
    var parts = []
    for (var i = 0; i < names.length; i++) {
      var input = form.querySelector('input[name="' + names[i] + '"]')
      parts.push(names[i] + '=' + encodeURIComponent(input ? input.value : ''))
    }
    request.send(parts.join('&'))
  }

  function move(item, before) {
    if (before === item || before === item.nextElementSibling) return false
    list.insertBefore(item, before)
    say(item)
    return true
  }

  each('ol[data-order] [data-move]', function (handle) {
    handle.hidden = false
    var item = handle
    while (item.parentNode !== list) item = item.parentNode

    handle.addEventListener('keydown', function (event) {
      var isUp = event.key === 'ArrowUp' || event.key === 'Up'
      if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Down') return
      event.preventDefault()
      var other = isUp ? item.previousElementSibling : item.nextElementSibling
      if (!other) return
      if (move(item, isUp ? other : other.nextElementSibling)) save()
      handle.focus()
    })

    if (!window.PointerEvent) return
    var isDragged = false
    var isChanged = false
    handle.addEventListener('pointerdown', function (event) {
      if (event.button !== 0) return
      isDragged = true
      isChanged = false
      item.className += ' dragged'
      handle.setPointerCapture(event.pointerId)
    })
    handle.addEventListener('pointermove', function (event) {
      if (!isDragged) return
      for (var i = 0; i < list.children.length; i++) {
        var other = list.children[i]
        var box = other.getBoundingClientRect()
        if (other === item || event.clientY < box.top || event.clientY > box.bottom) continue
        var isBelow = event.clientY > box.top + box.height / 2
        if (move(item, isBelow ? other.nextElementSibling : other)) isChanged = true
        // moving the node ends the capture
        handle.setPointerCapture(event.pointerId)
        return
      }
    })
    function drop() {
      if (!isDragged) return
      isDragged = false
      item.className = item.className.replace(' dragged', '')
      if (isChanged) save()
    }
    handle.addEventListener('pointerup', drop)
    handle.addEventListener('pointercancel', drop)
  })
})()
