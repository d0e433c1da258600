/**
 * The page's colors in light and dark: text at 4.5:1 or more on its ground, lines at 3:1 or more.
 */

/** The system's setting applies until the reader chooses another; paper is light. */
export const pageTheme = `:root { color-scheme: light dark;
  --ground: light-dark(#fbfbf9, #15171a); --raised: light-dark(#ffffff, #1b1e22); --sunk: light-dark(#f1f1ed, #22262b);
  --rule: light-dark(#dcdcd5, #33383f); --edge: light-dark(#8a8a83, #7b828c); --text: light-dark(#1c1e21, #e7e8ea);
  --quiet: light-dark(#565a61, #a6acb5); --link: light-dark(#1a56b0, #8ab8ff); --focus: light-dark(#1a56b0, #8ab8ff);
  --warn-ground: light-dark(#fff4d6, #33290f); --warn-edge: light-dark(#b7791f, #c79a3a);
  --warn-text: light-dark(#5f3d00, #f4d999); --badge-ground: light-dark(#e7def8, #35285a);
  --badge-text: light-dark(#4a2a8a, #d8c8ff); --tone-0: light-dark(#1d5fbf, #74aaff);
  --tone-1: light-dark(#b8460e, #ff9c63); --tone-2: light-dark(#0b766c, #4fcdbd);
  --tone-3: light-dark(#7a3fc4, #b99bff); --tone-4: light-dark(#b3246b, #ff8cc0);
  --tone-5: light-dark(#80640a, #e0b84d); --tone-6: light-dark(#3f7420, #9ad06c);
  --tone-7: light-dark(#0f7396, #62c8ec); --baseline: light-dark(#3d4148, #d2d5d9);
  --faint: light-dark(#b9bbb8, #4b5159); --shadow: light-dark(rgb(0 0 0 / 0.22), rgb(0 0 0 / 0.6));
  --buy: light-dark(#0d6f3c, #58d08a); --sell: light-dark(#b42318, #ff8b80); --gain-1: light-dark(#e9f4ec, #1b2a21);
  --gain-2: light-dark(#cfe8d6, #1c3a28); --gain-3: light-dark(#aad8b8, #1d4c31);
  --gain-4: light-dark(#7fc596, #1f603b); --loss-1: light-dark(#fbeceb, #2f1f1f);
  --loss-2: light-dark(#f7d5d2, #452524); --loss-3: light-dark(#f1b5b0, #5c2b29);
  --loss-4: light-dark(#e8938c, #75312e); }
:root[data-theme="light"] { color-scheme: light; }
:root[data-theme="dark"] { color-scheme: dark; }
@media print { :root, :root[data-theme] { color-scheme: light; } }
`;
