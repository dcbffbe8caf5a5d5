/**
 * Records in a file everything that enters a simulation, each entry with its tick, and replays it bit-identically.
 *
 * <h2>What you can rely on</h2>
 *
 * <ol>
 *   <li><b>Exact to the last bit.</b> A reader returns what the writer wrote. Values that no live run can have, such as
 *       NaN, are neither written nor read.
 *   <li><b>All or nothing.</b> A reader returns all that belongs to a tick, or nothing of it.
 *   <li><b>Never wrong data.</b> If a file is damaged or cut off, at any byte, the reader refuses it, or reads it up to
 *       some tick and then reports the damage and its position. Damage in a keyframe costs only the keyframe.
 *   <li><b>Bounded memory.</b> A reader keeps one block, the entries of one tick and, during a seek, one keyframe and
 *       the positions of at most 65,536 keyframes. It never allocates more than the file's size, whatever a length in
 *       the file says. A replay compares the size of its states with the heap before it makes a simulation.
 *   <li><b>Regular files only</b>, because opening a pipe blocks until a writer opens it too.
 *   <li><b>Losses are reported</b> with the last tick in the file, at the latest when the recorder is closed.
 *   <li><b>One encoding.</b> The same values in the same blocks always give the same bytes. The writer adds no date or
 *       random id.
 *   <li><b>Bounded seeks.</b> If a recording has keyframes, a replay restores the last one before the wanted tick, and
 *       steps at most the ticks since then. If it is damaged, or gives another state than the recorded hashes say, the
 *       one before it is used. Worlds that do not restore exactly use no keyframes.
 * </ol>
 *
 * <p>No fault stops the simulation. The page of the artifact has a table of faults.
 *
 * <h2>The format</h2>
 *
 * <p>A recording is a header followed by blocks up to the end of the file. Some blocks are keyframes. {@code Format}
 * has the bytes, {@code HeaderFormat} the fields of the header, {@code Keyframe} the content of a keyframe, and
 * {@code EntryKind} the entries of a block.
 *
 * <ul>
 *   <li><b>A chain of checksums.</b> The checksum of a frame covers that of the frame before, so a wrong length, and a
 *       repeated, missing, swapped or foreign block, gives a wrong checksum or number: for equal bytes, CRC differs for
 *       different initial values. The content of a block has a checksum of its own, in the frame, so damage in it
 *       leaves every other block readable, and a replay can continue from the next keyframe.
 *   <li><b>Versions.</b> From 0.1 on, every change of the bytes, their meaning or a limit makes a new version. A reader
 *       refuses newer ones. It does not skip unknown entries, because a replay without them would silently diverge. The
 *       header's magic, version, length and checksum never change, so that a newer recording is not taken for a damaged
 *       one.
 * </ul>
 *
 * <h2>The past of a running game</h2>
 *
 * <p>A {@code Rewind} does not set the run's own tick back, because readers, events and recordings need one that only
 * rises. So each tick names one moment of one past, and the history is a row of saved worlds, of which some are
 * branches that a rewind has begun. A rewind steps the world within one command, outside the simulation's own commands,
 * and then loads the result, so that the run continues from the same bytes as each replay of it. While a player drags
 * in a pause, only the last of these loads is recorded.
 *
 * <h2>Rejected designs</h2>
 *
 * <ul>
 *   <li>A thread for the history of a rewind, as recorders have one: it needs a lock for each save and rewind, and the
 *       physics thread fetches the entries of some ticks in microseconds.
 *   <li>An index at the end: a crash leaves a file without it, just when it is needed.
 *   <li>A keyframe as an entry: its damage would end every replay, and each reader would have to read all of it.
 * </ul>
 */
@NullMarked
package io.github.freestep.physics.recording;

import org.jspecify.annotations.NullMarked;
