/** For data: a browser that is made to open it as a page may do nothing with it. */
export const dataHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** For the pages that we render: their own style, no script, nothing from elsewhere. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};

const studioPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // Text never becomes markup or script by itself, and no policy may be made that says otherwise.
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
];

/** Browser features that no page of the server uses. */
const unusedFeatures = [
  ...['accelerometer', 'autoplay', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer'],
  ...['microphone', 'midi', 'payment', 'usb'],
];

/** For the Studio, which shows untrusted text: scripts and styles of its own files alone. */
export const studioHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': studioPolicy.join('; '),
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': unusedFeatures.map((name) => `${name}=()`).join(', '),
};
