/**
 * Writes one file that shows a bug of a player: what entered the run in the last seconds, and when its ticks and frames
 * were made.
 *
 * <ul>
 *   <li><b>The physics thread only saves its world</b>, between two ticks. A thread of the capsule looks for a reason
 *       to write five times a second, and makes the file.
 *   <li><b>The run and its times are together or alone.</b> If one of them cannot be had, the file has the other, and
 *       its reason says what is missing.
 *   <li><b>A file is never in memory as a whole</b> while it is written: the archive is made of the blocks of the ring.
 *   <li><b>A hostile file</b> costs at most 128 MB for its run and 16 MB for its times, whatever its lengths say.
 *       Nothing in it is run: a replay steps a world of the reader's choice.
 * </ul>
 *
 * <p>Rejected: to keep a part of the flight recording itself. It is an order of magnitude larger than the times that a
 * report needs, and has all that the machine did.
 */
@NullMarked
package io.github.freestep.render.capsule;

import org.jspecify.annotations.NullMarked;
