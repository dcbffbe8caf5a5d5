package io.github.freestep.benchmarks.app.play;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A key from a file. The key itself is never an argument, because other users of the machine can see the arguments. */
record KeyFile(byte[] key) {
    /** Longer files are not read. */
    private static final int MAX_BYTES = 200;

    /** Reads the file that an option names. */
    static final class Converter implements ITypeConverter<KeyFile> {
        @Override
        public KeyFile convert(String text) {
            return new KeyFile(read(text));
        }
    }

    private static byte[] read(String text) {
        try {
            Path file = Path.of(text);
            String digits =
                    Files.size(file) > MAX_BYTES ? "" : Files.readString(file).strip();
            if (digits.length() != 32 && digits.length() != 64) {
                throw wrong(text);
            }
            return HexFormat.of().parseHex(digits);
        } catch (IOException e) {
            throw wrong(text + ", which could not be read (" + e + ")");
        } catch (IllegalArgumentException e) {
            // Not a valid path, or not hexadecimal digits.
            throw wrong(text);
        }
    }

    private static TypeConversionException wrong(String was) {
        return new TypeConversionException(
                "must be a file with 32 or 64 hexadecimal digits, as \"openssl rand -hex 32\" prints them, was " + was);
    }
}
