/**
 * Files of numbered blocks, each with a checksum that also covers the checksum before it. Recordings are
 * such files. A reader or writer is for one thread at a time, that of its user, and waits for the disk. Not for users.
 */
package io.github.freestep.internal.file;
