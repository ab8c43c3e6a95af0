//! Names of the parameters of the storlets `csv`, `jsonl` and `stats`, which other languages share.
//! `protocol/golden-names` has the names of all languages.

/// Functions and groups to return instead of rows.
pub const AGGREGATE: &str = "aggregate";
/// The format of the answer.
pub const ANSWER: &str = "answer";
/// Whether each column has a Bloom filter of its values.
pub const BLOOM: &str = "bloom";
/// The character that escapes the escape of a quote.
pub const CHAR_TO_ESCAPE_QUOTE_ESCAPING: &str = "charToEscapeQuoteEscaping";
/// The columns or members to return.
pub const COLUMNS: &str = "columns";
/// The first character of comments.
pub const COMMENT: &str = "comment";
/// Whether texts of a typed answer may be encoded by dictionaries.
pub const DICTIONARIES: &str = "dictionaries";
/// The text that stands for an empty value.
pub const EMPTY_VALUE: &str = "emptyValue";
/// The character that escapes quotes.
pub const ESCAPE: &str = "escape";
/// Whether the first record is a header.
pub const HEADER: &str = "header";
/// The line that readers treat as the header at any position.
pub const HEADER_LINE: &str = "headerLine";
/// Whether white space before a value is ignored.
pub const IGNORE_LEADING_WHITE_SPACE: &str = "ignoreLeadingWhiteSpace";
/// Whether white space after a value is ignored.
pub const IGNORE_TRAILING_WHITE_SPACE: &str = "ignoreTrailingWhiteSpace";
/// Whether to return the records that determine the inferred types.
pub const INFERENCE: &str = "inference";
/// The maximum number of selected records to return.
pub const LIMIT: &str = "limit";
/// The separator of records.
pub const LINE_SEP: &str = "lineSep";
/// The text that stands for null.
pub const NULL_VALUE: &str = "nullValue";
/// Whether a record that ends inside a quoted value is returned, selected or not.
pub const OPEN_QUOTES: &str = "openQuotes";
/// The character around quoted values.
pub const QUOTE: &str = "quote";
/// The columns of a typed answer, and their types.
pub const SCHEMA: &str = "schema";
/// The predicate that decides which records to return.
pub const SELECTION: &str = "selection";
/// The separator of values.
pub const SEP: &str = "sep";
/// Whether a typed answer may have several streams.
pub const STREAMS: &str = "streams";
/// Whether each returned record has a tag.
pub const TAGGED: &str = "tagged";
/// The time zone of timestamps.
pub const TIME_ZONE: &str = "timeZone";
/// The required number of columns in a record.
pub const WIDTH: &str = "width";
