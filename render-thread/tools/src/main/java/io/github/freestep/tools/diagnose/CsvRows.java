package io.github.freestep.tools.diagnose;

import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Reads a CSV line by line, with one line in memory. Leaves out a last line that is cut off, as in a file that is still
 * being written. Not thread-safe.
 */
final class CsvRows {
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String MARK = new String(BOM, StandardCharsets.ISO_8859_1);
    private static final int MOST_LINE_BYTES = 1 << 14;
    private static final int MOST_DIGITS = 30;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+(\\.[0-9]+)?([eE][-+]?[0-9]{1,2})?");

    final List<String> names;
    private final InputStream in;
    private final String what;
    private final BigDecimal most;
    private long line;
    boolean isCut;

    /**
     * Reads the first line.
     *
     * @param what what numbers are, for messages
     * @param most the greatest number
     */
    CsvRows(InputStream in, String what, BigDecimal most) throws IOException {
        this.in = in;
        this.what = what;
        this.most = most;
        String header = line();
        names = header == null ? List.of() : names(withoutMark(header));
    }

    /** The names of columns, in small letters. */
    static List<String> names(String header) {
        return Arrays.stream(values(header.toLowerCase(Locale.ROOT)))
                .map(String::strip)
                .toList();
    }

    /** Returns the first bytes of a file, after its byte order mark if it has one; empty if it cannot be read. */
    static String begin(Path file, int bytes) {
        try (InputStream in = Files.newInputStream(file)) {
            return withoutMark(new String(in.readNBytes(BOM.length + bytes), StandardCharsets.ISO_8859_1));
        } catch (IOException e) {
            // The next reader of the file says why it cannot be read.
            return "";
        }
    }

    private static String withoutMark(String text) {
        return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
    }

    /** Returns the first column with any of these names; -1 if there is none. */
    int index(String... any) {
        return Arrays.stream(any)
                .mapToInt(each -> names.indexOf(each.toLowerCase(Locale.ROOT)))
                .filter(i -> i >= 0)
                .findFirst()
                .orElse(-1);
    }

    /** Returns the values of the next row, one for each column; null at the end of the file. */
    String[] row() throws IOException {
        String row = line();
        if (row == null) {
            return null;
        }
        String[] values = values(row);
        if (values.length != names.size()) {
            throw new IOException("line " + line + " must have " + names.size() + " values, had " + values.length);
        }
        return values;
    }

    /** Returns the next line without its end; null at the end of the file. */
    private String line() throws IOException {
        byte[] bytes = new byte[256];
        int length = 0;
        line++;
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                isCut = length > 0;
                return null;
            }
            if (length == MOST_LINE_BYTES) {
                throw new IOException("line " + line + " is longer than " + MOST_LINE_BYTES + " bytes");
            }
            bytes = length == bytes.length ? Arrays.copyOf(bytes, 2 * length) : bytes;
            bytes[length++] = (byte) next;
        }
        length -= length > 0 && bytes[length - 1] == '\r' ? 1 : 0;
        return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
    }

    /** Divides a line at its commas, except those in quotes, and leaves out the quotes. */
    private static String[] values(String row) {
        List<String> values = new ArrayList<>();
        boolean isQuoted = false;
        int from = 0;
        for (int i = 0; i < row.length(); i++) {
            isQuoted ^= row.charAt(i) == '"';
            if (row.charAt(i) == ',' && !isQuoted) {
                values.add(unquoted(row.substring(from, i)));
                from = i + 1;
            }
        }
        values.add(unquoted(row.substring(from)));
        return values.toArray(new String[0]);
    }

    private static String unquoted(String value) {
        return value.indexOf('"') < 0 ? value : value.replace("\"", "");
    }

    /** Returns a number, such as a time in milliseconds; null for NA. */
    BigDecimal number(String value) throws IOException {
        if (value.strip().equals("NA")) {
            return null;
        }
        // Checked before it is parsed: a short text with an exponent can be a number of a billion digits.
        String text = value.strip();
        boolean isNumber = text.length() <= MOST_DIGITS && NUMBER.matcher(text).matches();
        BigDecimal number = isNumber ? new BigDecimal(text) : most.add(BigDecimal.ONE);
        if (number.abs().compareTo(most) > 0) {
            throw new IOException("line " + line + " must have " + what + " or NA, had \""
                    + (value.length() > MOST_DIGITS ? value.substring(0, MOST_DIGITS) + "..." : value)
                            .replaceAll("[^ -~]", "?")
                    + "\"");
        }
        return number;
    }
}
