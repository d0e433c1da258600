/** The page's colours in light and dark: text at 4.5:1 or more on its ground, lines at 3:1 or more. */

const light = `
  color-scheme: light;
  --ground: #fbfbf9; --raised: #ffffff; --sunk: #f1f1ed; --rule: #dcdcd5; --edge: #8a8a83;
  --text: #1c1e21; --quiet: #565a61; --link: #1a56b0; --focus: #1a56b0;
  --warn-ground: #fff4d6; --warn-edge: #b7791f; --warn-text: #5f3d00;
  --badge-ground: #e7def8; --badge-text: #4a2a8a;
  --tone-0: #1d5fbf; --tone-1: #b8460e; --tone-2: #0b766c; --tone-3: #7a3fc4;
  --tone-4: #b3246b; --tone-5: #80640a; --tone-6: #3f7420; --tone-7: #0f7396;
  --baseline: #3d4148; --faint: #b9bbb8; --shadow: rgb(0 0 0 / 0.22); --buy: #0d6f3c; --sell: #b42318;
  --gain-1: #e9f4ec; --gain-2: #cfe8d6; --gain-3: #aad8b8; --gain-4: #7fc596;
  --loss-1: #fbeceb; --loss-2: #f7d5d2; --loss-3: #f1b5b0; --loss-4: #e8938c;
`;

const dark = `
  color-scheme: dark;
  --ground: #15171a; --raised: #1b1e22; --sunk: #22262b; --rule: #33383f; --edge: #7b828c;
  --text: #e7e8ea; --quiet: #a6acb5; --link: #8ab8ff; --focus: #8ab8ff;
  --warn-ground: #33290f; --warn-edge: #c79a3a; --warn-text: #f4d999;
  --badge-ground: #35285a; --badge-text: #d8c8ff;
  --tone-0: #74aaff; --tone-1: #ff9c63; --tone-2: #4fcdbd; --tone-3: #b99bff;
  --tone-4: #ff8cc0; --tone-5: #e0b84d; --tone-6: #9ad06c; --tone-7: #62c8ec;
  --baseline: #d2d5d9; --faint: #4b5159; --shadow: rgb(0 0 0 / 0.6); --buy: #58d08a; --sell: #ff8b80;
  --gain-1: #1b2a21; --gain-2: #1c3a28; --gain-3: #1d4c31; --gain-4: #1f603b;
  --loss-1: #2f1f1f; --loss-2: #452524; --loss-3: #5c2b29; --loss-4: #75312e;
`;

/** The system's setting applies until the reader chooses another; paper is light. */
export const pageTheme = `:root {${light}}
@media (prefers-color-scheme: dark) { :root {${dark}} }
:root[data-theme="light"] {${light}}
:root[data-theme="dark"] {${dark}}
@media print { :root, :root[data-theme] {${light}} }
`;
