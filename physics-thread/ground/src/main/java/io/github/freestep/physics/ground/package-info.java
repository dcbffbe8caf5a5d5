/**
 * The blocks of a game, which the game's thread changes and a step reads, without either waiting for the other.
 *
 * <p>The writer only notes changes, because copying sections in the game's tick would cost more than the game has for
 * it. A command brings them to the physics thread, so recordings keep them, in their order among input and other
 * commands, and a replay runs the same code on the same values. There, they become a new version: a table of short
 * lists of sections, sections of 16 layers, and layers of 256 cells. The table is copied once for each version, but
 * only those lists, sections and layers are copied that have a change. Then one reference is set, so that any thread
 * can read either the version before or this one. A command can have 32 kB, so changes that are published together may
 * need several commands, of which the last one makes the version. A save between them contains those that have arrived.
 * If another save is loaded between them, the rest is ignored, because half of the changes must not become a version.
 *
 * <p>A section has 16 layers because a change then copies 0.5 kB instead of 8 kB, and because equal layers, as in the
 * air and deep below, take memory only once in a section.
 *
 * <p>Rejected:
 *
 * <ul>
 *   <li>Versions that the game's thread makes and the step takes. That step is recorded nowhere, or else the changes
 *       must be recorded as well, and be applied by other code in a replay.
 *   <li>To ask the game for blocks in a step. It waits for the game's thread, or reads what that thread is changing.
 *   <li>To load sections when a body comes near. The step would depend on when they arrive, and a replay would differ.
 *   <li>Cells of 32 bits, such as for the numbers of all states of blocks. They need twice the memory, and a step
 *       distinguishes far fewer kinds.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.ground;

import org.jspecify.annotations.NullMarked;
