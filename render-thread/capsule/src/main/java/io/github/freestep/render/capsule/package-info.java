/**
 * Writes one file that shows a bug of a player: what entered the run in the last seconds, and when its ticks and frames
 * were made.
 *
 * <ul>
 *   <li><b>The physics thread only saves its world</b>, between two ticks. A thread of the capsule looks twice a
 *       second for a reason to write, and makes the file.
 *   <li><b>The run and its times are together or alone.</b> If one of them cannot be had, the file has the other, and
 *       its reason says what is missing.
 *   <li><b>A file is never in memory as a whole</b> while it is written: the archive is made of the blocks of the ring.
 *   <li><b>A hostile file</b> costs at most about 300 MB of heap, whatever its lengths say: two copies of a run of at
 *       most 128 MB while it is read, then one of them and the objects of at most 16 MB of times, which can be eight
 *       times as large as these bytes. Nothing in it is run: a replay steps a world of the reader's choice.
 *   <li><b>No capsule takes the name of another's file</b>, because it creates the file empty before it writes it. A
 *       process that ends meanwhile leaves the empty file.
 * </ul>
 *
 * <p>Rejected: to keep a part of the flight recording itself. It is an order of magnitude larger than the times that a
 * report needs, and has all that the machine did.
 */
@NullMarked
package io.github.freestep.render.capsule;

import org.jspecify.annotations.NullMarked;
