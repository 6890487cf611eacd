// Verifies answers of Claros that were bought over x402: go run verify.go PUBKEY answer.json ...
//
// It follows ../verifying.md step by step, with the standard library of Go 1.19 alone, which has no secp256k1: an answer
// bought over Lightning is refused. It knows strings that carry the hash of the content, and prices; for the other types
// of string see section 3.
package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

var envelope = map[string]bool{
	"canonical": true, "canonicalstring": true, "signature": true, "signingScheme": true, "signing_scheme": true,
	"pubkey": true, "contentHash": true, "contentSignature": true, "quoteId": true,
}

var repeated = [][2]string{{"canonicalstring", "canonical"}, {"signing_scheme", "signingScheme"}}

type object = map[string]any

// Reading: encoding/json takes the last of two members with one name, and mends half a character. Both are refused here.

var escapes = regexp.MustCompile(`\\(?:u([0-9a-fA-F]{4})|[^u])`)

// hasHalfCharacter finds an escape of a surrogate without its partner.
func hasHalfCharacter(document string) bool {
	waiting, end := false, 0
	for _, at := range escapes.FindAllStringSubmatchIndex(document, -1) {
		unit := uint64(0)
		if at[2] >= 0 {
			unit, _ = strconv.ParseUint(document[at[2]:at[3]], 16, 16)
		}
		isLow := unit >= 0xdc00 && unit < 0xe000
		if waiting != isLow || waiting && at[0] != end {
			return true
		}
		waiting, end = unit >= 0xd800 && unit < 0xdc00, at[1]
	}
	return waiting
}

// Objects and lists within each other.
const mostLevels = 64

func read(from *json.Decoder, levels int) (any, error) {
	token, err := from.Token()
	if err != nil {
		return nil, err
	}
	if _, opens := token.(json.Delim); opens && levels == 0 {
		return nil, errors.New("nested too deeply")
	}
	switch token {
	case json.Delim('{'):
		members := object{}
		for from.More() {
			name, err := from.Token()
			if err != nil {
				return nil, err
			}
			if _, stands := members[name.(string)]; stands {
				return nil, errors.New("a name stands twice in one object")
			}
			if members[name.(string)], err = read(from, levels-1); err != nil {
				return nil, err
			}
		}
		_, err = from.Token()
		return members, err
	case json.Delim('['):
		list := []any{}
		for from.More() {
			each, err := read(from, levels-1)
			if err != nil {
				return nil, err
			}
			list = append(list, each)
		}
		_, err = from.Token()
		return list, err
	}
	return token, nil
}

func parse(document []byte) (object, error) {
	if !utf8.Valid(document) || hasHalfCharacter(string(document)) {
		return nil, errors.New("half a character")
	}
	from := json.NewDecoder(bytes.NewReader(document))
	value, err := read(from, mostLevels)
	if err != nil {
		return nil, err
	}
	if _, err := from.Token(); err != io.EOF {
		return nil, errors.New("more than one value")
	}
	body, isObject := value.(object)
	if !isObject {
		return nil, errors.New("not an object")
	}
	return body, nil
}

// RFC 8785

// number writes a double as ECMAScript does: Go differs in where exponents begin and how they look.
func number(value float64) string {
	if value == 0 {
		return "0"
	}
	mantissa, power, _ := strings.Cut(strconv.FormatFloat(value, 'e', -1, 64), "e")
	sign := ""
	if mantissa[0] == '-' {
		sign, mantissa = "-", mantissa[1:]
	}
	exponent, _ := strconv.Atoi(power)
	digits, point := strings.Replace(mantissa, ".", "", 1), exponent+1
	count := len(digits)
	switch {
	case count <= point && point <= 21:
		return sign + digits + strings.Repeat("0", point-count)
	case 0 < point && point <= 21:
		return sign + digits[:point] + "." + digits[point:]
	case -6 < point && point <= 0:
		return sign + "0." + strings.Repeat("0", -point) + digits
	}
	if count > 1 {
		digits = digits[:1] + "." + digits[1:]
	}
	return fmt.Sprintf("%s%se%+d", sign, digits, exponent)
}

var short = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func text(value string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, each := range value {
		if escaped, known := short[each]; known {
			out.WriteString(escaped)
		} else if each < 0x20 {
			fmt.Fprintf(&out, `\u%04x`, each)
		} else {
			out.WriteRune(each)
		}
	}
	out.WriteByte('"')
	return out.String()
}

// before compares two names by their UTF-16 code units.
func before(one, other string) bool {
	a, b := utf16.Encode([]rune(one)), utf16.Encode([]rune(other))
	for at := 0; at < len(a) && at < len(b); at++ {
		if a[at] != b[at] {
			return a[at] < b[at]
		}
	}
	return len(a) < len(b)
}

func jcs(value any) string {
	switch it := value.(type) {
	case bool:
		return strconv.FormatBool(it)
	case float64:
		return number(it)
	case string:
		return text(it)
	case []any:
		parts := []string{}
		for _, each := range it {
			parts = append(parts, jcs(each))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case object:
		names := []string{}
		for name := range it {
			names = append(names, name)
		}
		sort.Slice(names, func(i, j int) bool { return before(names[i], names[j]) })
		for at, name := range names {
			names[at] = text(name) + ":" + jcs(it[name])
		}
		return "{" + strings.Join(names, ",") + "}"
	}
	return "null"
}

// Signatures

func word(body object, name string) string {
	value, _ := body[name].(string)
	return value
}

var smallOrder = map[string]bool{
	strings.Repeat("00", 32): true, "01" + strings.Repeat("00", 31): true,
	"26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05": true,
	"c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a": true,
}

// isWeak finds a key under which one signature fits many texts, or one that is spelled in a second way.
func isWeak(key []byte) bool {
	y := append([]byte{}, key...)
	y[31] &= 0x7f
	digits := hex.EncodeToString(y)
	return smallOrder[digits] || y[0] >= 0xec && digits[2:] == strings.Repeat("ff", 30)+"7f"
}

func isSigned(body object, statement, signature string) bool {
	key, err := hex.DecodeString(word(body, "pubkey"))
	raw, bad := base64.StdEncoding.Strict().DecodeString(signature)
	if err != nil || bad != nil || len(key) != ed25519.PublicKeySize || len(raw) != ed25519.SignatureSize {
		return false
	}
	if isWeak(key) {
		return false
	}
	isSpelled := hex.EncodeToString(key) == word(body, "pubkey") && base64.StdEncoding.EncodeToString(raw) == signature
	digest := sha256.Sum256([]byte(statement))
	return isSpelled && word(body, "signingScheme") == "ed25519" && ed25519.Verify(key, digest[:], raw)
}

func isText(value any, position string) bool {
	text, holds := value.(string)
	return holds && text == position
}

func isNumber(value any, position string) bool {
	double, holds := value.(float64)
	return holds && number(double) == position
}

func isList(value any, position string) bool {
	list, holds := value.([]any)
	parts := strings.Split(position, ",")
	holds = holds && len(list) == len(parts)
	for at := 0; holds && at < len(parts); at++ {
		holds = isText(list[at], parts[at])
	}
	return holds
}

// price tells for each position after the type what of the body stands there, in which type.
var price = []struct {
	name string
	is   func(any, string) bool
}{
	{"domain", isText}, {"price", isText}, {"currency", isText}, {"decimals", isNumber}, {"sources", isList},
	{"method", isText}, {"timestamp", isNumber},
}

func isPrice(body object, positions []string) bool {
	holds := len(positions) == 10 && positions[0] == "v1" && positions[1] == "PRICE"
	for at := 0; holds && at < len(price); at++ {
		holds = price[at].is(body[price[at].name], positions[at+2])
	}
	return holds
}

// faultsOf lists every fault of an answer.
func faultsOf(body object, pubkey string) (faults []string) {
	check := func(holds bool, fault string) {
		if !holds {
			faults = append(faults, fault)
		}
	}
	canonical := word(body, "canonical")
	positions := strings.Split(canonical, "|")
	check(word(body, "pubkey") == pubkey, "signed by another key")
	check(isSigned(body, canonical, word(body, "signature")), "signature of the string")

	content := object{}
	for name, value := range body {
		if !envelope[name] {
			content[name] = value
		}
	}
	sum := sha256.Sum256([]byte(jcs(content)))
	digest := hex.EncodeToString(sum[:])
	check(word(body, "contentHash") == digest, "hash of the content")
	carried := ""
	for _, each := range positions {
		if carried == "" && strings.HasPrefix(each, "SHA256:") {
			carried = each
		}
	}
	if carried != "" {
		check(carried == "SHA256:"+digest, "hash in the string")
	}
	if _, isStated := body["contentSignature"]; carried == "" || isStated {
		check(isSigned(body, "claros-content-v1|"+digest, word(body, "contentSignature")), "signature of the content")
	}

	if carried != "" {
		check(len(positions) > 1 && isNumber(body["timestamp"], positions[len(positions)-2]), "time of the string")
	} else {
		check(isPrice(body, positions), "fields of the string")
	}
	for _, pair := range repeated {
		if value, stands := body[pair[0]]; stands {
			check(value == any(word(body, pair[1])), "repeated "+pair[0])
		}
	}
	if value, stands := body["quoteId"]; stands {
		check(value == any(digest[:16]), "quote id")
	}
	return faults
}

func main() {
	if len(os.Args) < 3 {
		fmt.Fprintln(os.Stderr, "usage: go run verify.go PUBKEY answer.json ...")
		os.Exit(2)
	}
	status := 0
	for _, file := range os.Args[2:] {
		faults := []string{"unreadable"}
		if document, err := os.ReadFile(file); err == nil {
			if body, err := parse(document); err == nil {
				faults = faultsOf(body, os.Args[1])
			}
		}
		if len(faults) == 0 {
			fmt.Println("ok    " + file)
			continue
		}
		status = 1
		fmt.Printf("FAIL  %s: %s\n", file, strings.Join(faults, ", "))
	}
	os.Exit(status)
}
