/* The page's elements: found by id, and made. */
(function (root) {
"use strict";
const PBEM = root.PBEM;
const $ = (id) => document.getElementById(id);

function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(key, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

Object.assign(PBEM, { $, make });
})(globalThis);
