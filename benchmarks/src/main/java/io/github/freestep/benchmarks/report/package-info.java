/**
 * The output of the commands: a page for people, JSON for programs, and the machine on which the figures were measured.
 *
 * <p>The rules for a page:
 *
 * <ol>
 *   <li><b>One file</b> that loads nothing and runs no script; its content security policy makes the browser enforce
 *       that. It can be mailed, archived and printed, and it will look the same in ten years. So this package draws the
 *       charts as SVG, and no library draws them in the browser.
 *   <li><b>The same values give the same text</b> on every machine and in every locale.
 *   <li><b>Each chart is drawn twice</b>, 900 and 400 units wide, and the style shows one of the two. The text of a
 *       single drawing would be unreadable when shrunk to the width of a phone, and text that keeps its size would need
 *       scripts. Print shows the wide one.
 *   <li><b>Colours</b> are names in the drawings. The style gives them values for light screens and print, and for dark
 *       screens. Nothing depends on colour alone: names, signs and positions say the same.
 *   <li><b>Size follows the picture</b>, not the number of values. A line keeps the extremes of each column of pixels
 *       ({@code ColumnTrace}). Stretches that touch in the picture are drawn as one ({@code Stretch}). If there are
 *       more stretches than columns, the height of a column shows how much they cover ({@code Strip}).
 *   <li><b>The caption counts what is not drawn</b>: NaN and infinite values, and zeros on a logarithmic axis. Names
 *       for which there is no room are counted as well ({@code Labels}).
 *   <li><b>Well-formed XML</b>: the tests parse the page with an XML parser.
 * </ol>
 */
package io.github.freestep.benchmarks.report;
